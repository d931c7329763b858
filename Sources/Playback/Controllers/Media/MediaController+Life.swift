// SPDX-License-Identifier: Apache-2.0

public import WindowboxSources

// From being asked for to being forgotten.
extension MediaController {
    /// Loads a media, which stays paused. The same media that is loaded already goes on as it is.
    /// - Parameter position: nil is the default one.
    @discardableResult public func prepare(
        urn: String, at position: MediaPosition? = nil, settings: PlaybackSettings = PlaybackSettings()
    ) -> Preparation {
        prepare(MediaTarget(urn: urn, position: position, settings: settings), plays: false)
    }

    /// The same, with what is known of the media shown until the service has told more.
    @discardableResult public func prepare(
        _ media: Media, at position: MediaPosition? = nil, settings: PlaybackSettings = PlaybackSettings()
    ) -> Preparation {
        prepare(MediaTarget(urn: media.urn, media: media, position: position, settings: settings), plays: false)
    }

    /// Loads a media and plays it. The same media that is paused plays on.
    @discardableResult public func play(
        urn: String, at position: MediaPosition? = nil, settings: PlaybackSettings = PlaybackSettings()
    ) -> Preparation {
        prepare(MediaTarget(urn: urn, position: position, settings: settings), plays: true)
    }

    /// The same, with what is known of the media shown until the service has told more.
    @discardableResult public func play(
        _ media: Media, at position: MediaPosition? = nil, settings: PlaybackSettings = PlaybackSettings()
    ) -> Preparation {
        prepare(MediaTarget(urn: media.urn, media: media, position: position, settings: settings), plays: true)
    }

    func prepare(_ target: MediaTarget, plays: Bool) -> Preparation {
        var target = target
        target.override = configuration.urlOverride?(target.urn)
        let preparation = Preparation()
        // What takes the place of another media ends the waits for that.
        if !director.isLoaded(target.urn) { for action in director.handle(.reset, at: clock.now()) { perform(action) } }
        preparations.append(preparation)
        direct(.prepare(target, plays: plays))
        return preparation
    }

    /// Plays what is paused, starts again what has ended, failed or was stopped. Does nothing while the media is blocked.
    public func play() { direct(.play) }

    /// Plain live is stopped instead, as ``MediaControllerConfiguration/stopsLiveOnPause`` says. Does nothing at the end.
    public func pause() { direct(.pause) }

    public func togglePlayPause() { direct(.toggle) }

    /// Frees the player. What is known of the media is kept, and kept up to date.
    public func stop() { direct(.stop) }

    /// Stops, and tries again.
    public func restart() { direct(.restart) }

    /// Forgets the media.
    public func reset() { direct(.reset) }

    func direct(_ event: MediaDirector.Event) {
        conditions.follow(event)
        for action in director.handle(event, at: clock.now()) { perform(action) }
        settle()
    }
}
