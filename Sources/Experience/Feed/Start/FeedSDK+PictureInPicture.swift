// SPDX-License-Identifier: Apache-2.0

import WindowboxPlayer

// The small window: the rule decides here, whoever has the windows acts.
extension FeedSDK {
    /// What is to be done with windows and told to hosts, from now on. Whoever opens windows reports back by
    /// ``handlePictureInPicture(_:)``.
    public var pictureInPictureActions: AsyncStream<PictureInPictureRule.Action> { toldPictureInPicture.listen() }

    /// Puts a feed's player into the small window, or the one that fits best.
    ///
    /// - Parameters:
    ///   - feedID: nil: full screen, then the most visible that plays, then the latest.
    ///   - candidates: all players, as they are now.
    public func startPictureInPicture(
        of feedID: String? = nil, among candidates: [PictureInPictureRule.Candidate]
    ) throws(PictureInPictureError) {
        try refuse(handlePictureInPicture(.start(feedID: feedID, candidates)))
    }

    /// - Parameter feedID: nil: whichever is there.
    public func stopPictureInPicture(of feedID: String? = nil) throws(PictureInPictureError) {
        try refuse(handlePictureInPicture(.stop(feedID: feedID)))
    }

    /// Something happened to the window.
    @discardableResult public func handlePictureInPicture(_ event: PictureInPictureRule.Event) -> [PictureInPictureRule.Action] {
        let actions = pictureInPicture.handle(event, at: now)
        for action in actions {
            if case .shown(let isShown) = action { tell(isPictureInPictureShown: isShown) }
            toldPictureInPicture.send(action)
        }
        return actions
    }

    func pictureInPictureLost(_ feedID: String) { handlePictureInPicture(.lost(feedID: feedID)) }

    private func refuse(_ actions: [PictureInPictureRule.Action]) throws(PictureInPictureError) {
        for case .refuse(let error) in actions { throw error }
    }
}
