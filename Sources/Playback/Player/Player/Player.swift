// SPDX-License-Identifier: Apache-2.0

public import Observation
public import WindowboxEngine
public import WindowboxMedia
public import WindowboxStreaming
public import WindowboxTransport

// given: import WindowboxPlayer
/// Plays a list of items, one after the other.
///
/// A new player is paused. Properties that change occasionally (item, state, error, type, speed) are observable. Values that change all the
/// time are not, so that views aren't updated for them: the time comes from ``periodicTimes(every:)``, buffer and ranges from
/// ``propertiesUpdates``.
///
/// ```swift
/// let player = Player(items: [.simple(url: "https://example.com/film.m3u8")], audioOutput: .automatic)
/// player.play()
/// for await time in player.periodicTimes(every: .seconds(1)) { print(time) }
/// ```
@MainActor @Observable public final class Player {
    /// The configuration given to the initialiser; it doesn't change.
    public nonisolated let configuration: PlayerConfiguration
    /// Fetches the images that items' metadata refers to, on demand.
    public nonisolated let images: ImageStore
    @ObservationIgnored let core: PlayerCore
    @ObservationIgnored weak var services: SystemServices?

    /// - Parameters:
    ///   - items: duplicates are dropped.
    ///   - limits: bounds of quality from the first segment on.
    ///   - audioOutput: plays the audio. By default nothing is heard; `.automatic` is the default device, or only a clock on a system
    ///     without one. ``audioDestination`` says which.
    ///   - transport: loads items that have no loader of their own.
    ///   - preferences: the user's languages and kinds of tracks; selections are saved there.
    public convenience init(
        items: [PlayerItem] = [], configuration: PlayerConfiguration = PlayerConfiguration(), limits: PlayerLimits = .none,
        videoOutputs: [any VideoOutput] = [], audioOutput: any AudioOutput = SilentOutput(),
        transport: any Transport = RoutingTransport.secure(),
        preferences: any MediaPreferencesStore = TransientMediaPreferences()
    ) {
        let remote = EngineProxy(
            configuration: configuration.engine(limits: limits, preferences: preferences.preferences), videoOutputs: videoOutputs,
            audioOutput: audioOutput, transport: transport)
        self.init(
            items: items, configuration: configuration, limits: limits, preferences: preferences, engine: remote,
            clock: SystemPlayerClock(), images: ImageStore(transport))
    }

    /// Creates a player with your own engine, or with a fake engine and a clock controlled by a test: see `WindowboxTesting`.
    public init(
        items: [PlayerItem] = [], configuration: PlayerConfiguration = PlayerConfiguration(), limits: PlayerLimits = .none,
        preferences: any MediaPreferencesStore = TransientMediaPreferences(),
        engine: any PlaybackEngineControlling, clock: any PlayerClock = SystemPlayerClock(), images: ImageStore = ImageStore()
    ) {
        self.configuration = configuration
        self.images = images
        core = PlayerCore(
            items: items, configuration: configuration, limits: limits, preferences: preferences, engine: engine, clock: clock)
        core.playback.tracking.begin(with: self)
        core.start()
    }

    isolated deinit {
        services?.forget()
        core.end()
    }

    // MARK: Settings

    /// Whether playback is requested, even if it isn't possible now. Kept while an item loads, stalls or fails.
    public var shouldPlay: Bool {
        get { core.settings.shouldPlay }
        set { core.setShouldPlay(newValue) }
    }
    /// What follows the end of an item, and how navigation wraps; ``RepeatMode/off`` by default.
    public var repeatMode: RepeatMode {
        get { core.queue.repeatMode }
        set { core.setRepeatMode(newValue) }
    }
    /// What happens at the end of each item; ``ActionAtItemEnd/advance`` by default.
    public var actionAtItemEnd: ActionAtItemEnd {
        get { core.settings.actionAtItemEnd }
        set { core.setActionAtItemEnd(newValue) }
    }
    /// Bounds of quality; changes apply at once to the loaded item.
    public var limits: PlayerLimits {
        get { core.settings.limits }
        set { core.setLimits(newValue) }
    }
    /// The state of the network, set by the application: limits and retries depend on it.
    public var networkConditions: NetworkConditions {
        get { core.settings.networkConditions }
        set { core.setNetworkConditions(newValue) }
    }
    /// The style of timed text for all items. Views that draw text observe this.
    public var textStyleRules: [TextStyleRule] {
        get { core.settings.textStyleRules }
        set { core.setTextStyleRules(newValue) }
    }
    /// Whether a short seek backwards shows subtitles for ten seconds in the audio's language, if text is selected automatically and none
    /// would be shown: for viewers who missed what was said.
    public var showsReplayCaptions: Bool {
        get { core.settings.showsReplayCaptions }
        set { core.setShowsReplayCaptions(newValue) }
    }
    /// Whether trackers with ``TrackerBehavior/optional`` are notified.
    public var isTrackingEnabled: Bool {
        get { core.settings.isTrackingEnabled }
        set { core.setTrackingEnabled(newValue) }
    }
    /// What happens to video while the application isn't visible; see ``applicationDidEnterBackground(isSeenElsewhere:)``.
    public var backgroundPlaybackPolicy: BackgroundPlaybackPolicy {
        get { core.settings.backgroundPlaybackPolicy }
        set { _ = core.settings.change(\.backgroundPlaybackPolicy, to: newValue) }
    }
    /// Whether audio is muted, without changing ``volume``. False by default.
    public var isMuted: Bool {
        get { core.settings.isMuted }
        set { core.setMuted(newValue) }
    }
    /// 0...2; other values are clamped, and those that aren't finite are ignored. 1 leaves the audio unchanged. Higher values amplify it,
    /// and a limiter with a 5 ms look-ahead prevents clipping; external renderers get at most 1.
    public var volume: Double {
        get { core.settings.volume }
        set { core.setVolume(newValue) }
    }
    /// Processing of audio and video beyond decoding, for this and all later items; not applied by external renderers.
    public var processing: MediaProcessing {
        get { core.settings.processing }
        set { core.setProcessing(newValue) }
    }

    // MARK: State

    /// Where the audio is played, or why it can't be heard. Not observable.
    public var audioDestination: AudioDestination { core.playback.engines.active.audioDestination }
    /// ``PlaybackState/idle`` without an item, until it is loaded, and after its failure.
    public var playbackState: PlaybackState { core.playback.output.playbackState }
    /// Whether playback waits for data.
    public var isBuffering: Bool { core.playback.output.isBuffering }
    /// Why the current item can't be played; nil if there is no error.
    public var error: PlayerError? { core.recovery.error }
    /// ``StreamType/unknown`` until the current item is loaded.
    public var streamType: StreamType { core.playback.output.streamType }
    /// Whether the current item has video; ``MediaType/unknown`` until it is loaded.
    public var mediaType: MediaType { core.playback.output.mediaType }
    /// Seconds; nil while unknown and for live streams.
    public var duration: Double? { core.playback.output.duration }
    /// Video size in pixels. A stream states it; that of a file is known with its first frame. Zero for audio only, nil while unknown.
    public var presentationSize: PixelSize? { core.playback.output.presentationSize }
    /// Current media seconds per second: 0 unless it plays, negative while it plays backwards.
    public var rate: Double { core.playback.output.rate }
    /// Whether an external renderer plays. Limits don't apply there, and sizes and types may stay unknown.
    public var isExternalPlaybackActive: Bool { core.playback.engines.isExternal }
    /// The interstitial that is playing in a break of the current item, whose time stops meanwhile; nil while the item itself plays.
    public var interstitial: ScheduledInterstitial? { core.playback.interstitials.event }
    /// The asset of ``interstitial`` that is playing; nil until the first one starts.
    public var interstitialAsset: InterstitialAsset? { core.playback.interstitials.asset }
}
