// SPDX-License-Identifier: Apache-2.0

import WindowboxPlayer

// Picture in picture: the rule decides here, and the code that owns the windows acts.
extension FeedSDK {
    /// Actions for windows and hosts, from now on. The code that opens windows reports back with ``handlePictureInPicture(_:)``.
    public var pictureInPictureActions: AsyncStream<PictureInPictureRule.Action> { broadcasts.pictureInPictureActions.listen() }

    /// Starts picture in picture for a feed's player, or for the best candidate.
    ///
    /// - Parameters:
    ///   - feedID: nil selects full screen, then the most visible one that plays, then the most recent.
    ///   - candidates: the current state of all players.
    public func startPictureInPicture(
        of feedID: String? = nil, among candidates: [PictureInPictureRule.Candidate]
    ) throws(FeedPictureInPictureError) {
        try refuse(handlePictureInPicture(.start(feedID: feedID, candidates)))
    }

    /// - Parameter feedID: nil stops whichever is active.
    public func stopPictureInPicture(of feedID: String? = nil) throws(FeedPictureInPictureError) {
        try refuse(handlePictureInPicture(.stop(feedID: feedID)))
    }

    /// Reports an event of the window.
    @discardableResult public func handlePictureInPicture(_ event: PictureInPictureRule.Event) -> [PictureInPictureRule.Action] {
        let actions = pictureInPicture.handle(event, at: now)
        for action in actions {
            if case .shown(let isShown) = action { report(isPictureInPictureShown: isShown) }
            broadcasts.pictureInPictureActions.send(action)
        }
        return actions
    }

    func pictureInPictureLost(_ feedID: String) { handlePictureInPicture(.lost(feedID: feedID)) }

    private func refuse(_ actions: [PictureInPictureRule.Action]) throws(FeedPictureInPictureError) {
        for case .refuse(let error) in actions { throw error }
    }
}
