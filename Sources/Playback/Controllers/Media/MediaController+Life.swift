// SPDX-License-Identifier: Apache-2.0

public import WindowboxSources

// The life cycle of a media item, from the request to the reset.
extension MediaController {
    /// Loads a media item without starting it. If the item is already loaded, its playback continues unchanged.
    /// - Parameter position: nil means the default position.
    @discardableResult public func prepare(
        urn: String, at position: MediaPosition? = nil, settings: PlaybackSettings = PlaybackSettings()
    ) -> Preparation {
        prepare(MediaTarget(urn: urn, position: position, settings: settings), plays: false)
    }

    /// Loads a media item without starting it, and shows the given metadata until the service responds.
    @discardableResult public func prepare(
        _ media: Media, at position: MediaPosition? = nil, settings: PlaybackSettings = PlaybackSettings()
    ) -> Preparation {
        prepare(MediaTarget(urn: media.urn, media: media, position: position, settings: settings), plays: false)
    }

    /// Loads and plays a media item. If the item is already loaded, resumes it.
    @discardableResult public func play(
        urn: String, at position: MediaPosition? = nil, settings: PlaybackSettings = PlaybackSettings()
    ) -> Preparation {
        prepare(MediaTarget(urn: urn, position: position, settings: settings), plays: true)
    }

    /// Loads and plays a media item, and shows the given metadata until the service responds.
    @discardableResult public func play(
        _ media: Media, at position: MediaPosition? = nil, settings: PlaybackSettings = PlaybackSettings()
    ) -> Preparation {
        prepare(MediaTarget(urn: media.urn, media: media, position: position, settings: settings), plays: true)
    }

    func prepare(_ target: MediaTarget, plays: Bool) -> Preparation {
        var target = target
        target.override = configuration.urlOverride?(target.urn)
        let preparation = Preparation()
        // Another media item replaces this one, so pending preparations of it end now.
        if !director.isLoaded(target.urn) { for action in director.handle(.reset, at: clock.now()) { perform(action) } }
        preparations.append(preparation)
        direct(.prepare(target, plays: plays))
        return preparation
    }

    /// Resumes a paused media item, or restarts one that has ended, failed or been stopped. Does nothing while the media item is blocked.
    public func play() { direct(.play) }

    /// Pauses. Live streams without a DVR window stop instead if ``MediaControllerConfiguration/stopsLiveOnPause`` is set. Does nothing at
    /// the end.
    public func pause() { direct(.pause) }

    /// Pauses if playback is requested; plays otherwise.
    public func togglePlayPause() { direct(.toggle) }

    /// Unloads the player. The media item's metadata is kept and still updated.
    public func stop() { direct(.stop) }

    /// Stops and starts again.
    public func restart() { direct(.restart) }

    /// Unloads the media item and forgets it.
    public func reset() { direct(.reset) }

    func direct(_ event: MediaDirector.Event) {
        conditions.follow(event)
        for action in director.handle(event, at: clock.now()) { perform(action) }
        publishState()
    }
}
