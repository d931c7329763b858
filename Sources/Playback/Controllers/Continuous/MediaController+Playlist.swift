// SPDX-License-Identifier: Apache-2.0

public import WindowboxSources

extension MediaController {
    /// Not retained.
    public var playlist: (any MediaPlaylistSource)? {
        get { transitions.playlist }
        set { transitions.playlist = newValue }
    }

    /// Not retained.
    public var transitionDelegate: (any MediaTransitionDelegate)? {
        get { transitions.delegate }
        set { transitions.delegate = newValue }
    }

    /// The countdown between the end of a media item and the next one of the playlist; nil when none runs.
    public var countdown: Countdown? { transitions.countdown }

    /// The media item after the current one, according to the playlist; nil at its end or without a playlist.
    public var nextMedia: Media? { playlist?.nextMedia(for: self) }
    /// The media item before the current one, according to the playlist; nil at its start or without a playlist.
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

    private func begin(_ media: Media, from playlist: (any MediaPlaylistSource)?, plays: Bool) {
        let position = playlist?.startPosition(of: media, in: self)
        let settings = playlist?.settings(for: media, in: self) ?? PlaybackSettings()
        _ = prepare(MediaTarget(urn: media.urn, media: media, position: position, settings: settings), plays: plays)
        playlist?.controller(self, didChangeTo: media)
    }

    // MARK: Continuous playback

    /// Cancels the automatic start of the next media item.
    public func cancelCountdown() { transitions.handle(.cancelled) }

    /// Starts the upcoming media item now. Does nothing without a countdown.
    public func engageCountdown() { transitions.handle(.engaged) }

    func perform(_ action: CountdownRule.Action) {
        switch action {
        case .play(let media, let isAutomatic):
            begin(media, from: playlist, plays: true)
            if isAutomatic { send(.didContinueAutomatically(media)) }
        case .endedWithoutTransition: transitionDelegate?.controllerDidEndWithoutTransition(self)
        case .wake, .sleep: break
        }
    }
}
