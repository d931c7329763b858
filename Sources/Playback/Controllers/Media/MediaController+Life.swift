// SPDX-License-Identifier: Apache-2.0

public import WindowboxSources

// Preparing, playing and stopping.
extension MediaController {
    /// Loads a media without playing it. If it is already loaded, playback isn't affected.
    /// - Parameter position: nil starts at the default position.
    @discardableResult public func prepare(
        urn: String, at position: MediaPosition? = nil, settings: PlaybackSettings = PlaybackSettings()
    ) -> Preparation {
        prepare(MediaTarget(urn: urn, position: position, settings: settings), plays: false)
    }

    /// Loads a media without playing it. Shows the given metadata until the service has responded.
    @discardableResult public func prepare(
        _ media: Media, at position: MediaPosition? = nil, settings: PlaybackSettings = PlaybackSettings()
    ) -> Preparation {
        prepare(MediaTarget(urn: media.urn, media: media, position: position, settings: settings), plays: false)
    }

    /// Loads a media and plays it. If it is already loaded, playback resumes.
    @discardableResult public func play(
        urn: String, at position: MediaPosition? = nil, settings: PlaybackSettings = PlaybackSettings()
    ) -> Preparation {
        prepare(MediaTarget(urn: urn, position: position, settings: settings), plays: true)
    }

    /// Loads a media and plays it. Shows the given metadata until the service has responded.
    @discardableResult public func play(
        _ media: Media, at position: MediaPosition? = nil, settings: PlaybackSettings = PlaybackSettings()
    ) -> Preparation {
        prepare(MediaTarget(urn: media.urn, media: media, position: position, settings: settings), plays: true)
    }

    func prepare(_ target: MediaTarget, plays: Bool) -> Preparation {
        var target = target
        target.override = configuration.urlOverride?(target.urn)
        let preparation = Preparation()
        // Loading another media ends pending preparations.
        if !director.isLoaded(target.urn) { for action in director.handle(.reset, at: clock.now()) { perform(action) } }
        preparations.append(preparation)
        direct(.prepare(target, plays: plays))
        return preparation
    }

    /// Resumes paused media, and restarts media that ended, failed or was stopped. Does nothing while the media is blocked.
    public func play() { direct(.play) }

    /// Pauses, or stops plain live if ``MediaControllerConfiguration/stopsLiveOnPause`` is true. Does nothing at the end.
    public func pause() { direct(.pause) }

    public func togglePlayPause() { direct(.toggle) }

    /// Removes the media from the player. Its details are kept and updated.
    public func stop() { direct(.stop) }

    /// Stops, and loads the media again.
    public func restart() { direct(.restart) }

    /// Removes the media from the player, and clears its details.
    public func reset() { direct(.reset) }

    func direct(_ event: MediaDirector.Event) {
        conditions.follow(event)
        for action in director.handle(event, at: clock.now()) { perform(action) }
        settle()
    }
}
