// SPDX-License-Identifier: Apache-2.0

public import WindowboxSources

extension MediaController {
    public var nextMedia: Media? { playlist?.nextMedia(for: self) }
    public var previousMedia: Media? { playlist?.previousMedia(for: self) }

    /// - Returns: false when nothing follows.
    @discardableResult public func playNext() -> Bool { change(to: nextMedia, plays: true) }
    /// - Returns: false when nothing comes before.
    @discardableResult public func playPrevious() -> Bool { change(to: previousMedia, plays: true) }
    /// - Returns: false when nothing follows.
    @discardableResult public func prepareNext() -> Bool { change(to: nextMedia, plays: false) }
    /// - Returns: false when nothing comes before.
    @discardableResult public func preparePrevious() -> Bool { change(to: previousMedia, plays: false) }

    private func change(to media: Media?, plays: Bool) -> Bool {
        guard let media, let playlist else { return false }
        begin(media, from: playlist, plays: plays)
        return true
    }

    private func begin(_ media: Media, from playlist: (any MediaPlaylist)?, plays: Bool) {
        let position = playlist?.startPosition(of: media, in: self)
        let settings = playlist?.settings(for: media, in: self) ?? PlaybackSettings()
        _ = prepare(MediaTarget(urn: media.urn, media: media, position: position, settings: settings), plays: plays)
        playlist?.controller(self, didChangeTo: media)
    }

    // MARK: Going on by itself

    /// Stays at the end: the next media does not begin by itself.
    public func cancelCountdown() { count(.cancelled) }

    /// Begins the upcoming media now. Does nothing unless a countdown runs.
    public func engageCountdown() { count(.engaged) }

    func ended() {
        guard playlist != nil, let transitionDelegate else { return count(.ended(upcoming: nil, duration: .infinity)) }
        count(.ended(upcoming: nextMedia, duration: transitionDelegate.transitionDuration(of: self)))
    }

    func count(_ event: CountdownRule.Event) {
        let actions = countdownRule.handle(event, at: clock.now())
        if countdown != countdownRule.countdown { countdown = countdownRule.countdown }
        for action in actions {
            switch action {
            case .wake(let date):
                waiting?.cancel()
                waiting = Task { [weak self, clock] in
                    try? await clock.sleep(date)
                    if !Task.isCancelled { self?.count(.woke) }
                }
            case .sleep:
                waiting?.cancel()
                waiting = nil
            case .play(let media, let isAutomatic):
                begin(media, from: playlist, plays: true)
                if isAutomatic { tell(.didContinueAutomatically(media)) }
            case .endedWithoutTransition: transitionDelegate?.controllerDidEndWithoutTransition(self)
            }
        }
    }
}
