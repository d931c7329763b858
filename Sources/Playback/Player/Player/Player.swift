// SPDX-License-Identifier: Apache-2.0

public import Observation
public import WindowboxEngine
public import WindowboxMedia
public import WindowboxStreaming
public import WindowboxTransport

/// Plays a list of items, one after the other.
///
/// A new player is paused. What changes now and then (item, state, error, type, speed) is observed on the object. What changes all the
/// time is not, so that views aren't rebuilt for it: time comes from ``periodicTimes(every:)``, buffer and ranges from
/// ``propertiesUpdates``.
@MainActor @Observable public final class Player {
    /// As given at the beginning; it does not change.
    public nonisolated let configuration: PlayerConfiguration
    /// Fetches the images that the metadata of items name, when asked.
    public nonisolated let images: ImageStore
    @ObservationIgnored let core: PlayerCore
    @ObservationIgnored weak var services: SystemServices?

    /// - Parameters:
    ///   - items: of two equal ones the first is kept.
    ///   - limits: bounds of quality from the first segment on.
    ///   - audioOutput: where sound goes. Nothing is heard unless it is given; `.automatic` is the default device, or the clock alone on a
    ///     machine without one. ``audioDestination`` says which.
    ///   - transport: loads items that have no loader of their own.
    ///   - preferences: the person's languages and kinds of tracks; choices are kept there.
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

    /// A player on an engine of your own, or on a fake one and a clock that a test holds in its hands: see `WindowboxTesting`.
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

    /// Playing is wanted, whether or not it is possible now. Remembered while an item loads, stalls or fails.
    public var shouldPlay: Bool {
        get { core.settings.shouldPlay }
        set { core.setShouldPlay(newValue) }
    }
    public var repeatMode: RepeatMode {
        get { core.queue.repeatMode }
        set { core.setRepeatMode(newValue) }
    }
    public var actionAtItemEnd: ActionAtItemEnd {
        get { core.settings.actionAtItemEnd }
        set { core.setActionAtItemEnd(newValue) }
    }
    /// Applied at once to what is loaded.
    public var limits: PlayerLimits {
        get { core.settings.limits }
        set { core.setLimits(newValue) }
    }
    /// The state of the network, set by whoever watches it: limits and retries follow it.
    public var networkConditions: NetworkConditions {
        get { core.settings.networkConditions }
        set { core.setNetworkConditions(newValue) }
    }
    /// How timed text looks, whatever item plays. Views that draw text observe this.
    public var textStyleRules: [TextStyleRule] {
        get { core.settings.textStyleRules }
        set { core.setTextStyleRules(newValue) }
    }
    /// Whether a short seek back shows text for ten seconds, in the language of the sound, where text is chosen automatically and none
    /// would be shown: for those who didn't catch what was said.
    public var showsReplayCaptions: Bool {
        get { core.settings.showsReplayCaptions }
        set { core.setShowsReplayCaptions(newValue) }
    }
    /// Whether trackers that are ``TrackerBehavior/optional`` are told anything.
    public var isTrackingEnabled: Bool {
        get { core.settings.isTrackingEnabled }
        set { core.setTrackingEnabled(newValue) }
    }
    /// What happens to pictures while the application isn't visible; see ``applicationDidEnterBackground(isSeenElsewhere:)``.
    public var backgroundPlaybackPolicy: BackgroundPlaybackPolicy {
        get { core.settings.backgroundPlaybackPolicy }
        set { _ = core.settings.change(\.backgroundPlaybackPolicy, to: newValue) }
    }
    public var isMuted: Bool {
        get { core.settings.isMuted }
        set { core.setMuted(newValue) }
    }
    /// 0...2; other values are clamped, and those that aren't finite are ignored. 1 is the sound as it is. Above it is amplified, and a
    /// limiter that looks 5 ms ahead keeps its peaks within full scale; a renderer elsewhere in the network gets 1 at most.
    public var volume: Double {
        get { core.settings.volume }
        set { core.setVolume(newValue) }
    }
    /// What is done to sound and pictures beyond decoding them, now and for all items to come; nothing is done on a renderer elsewhere.
    public var processing: MediaProcessing {
        get { core.settings.processing }
        set { core.setProcessing(newValue) }
    }

    // MARK: State

    /// Where the sound goes, and why it can't be heard if it can't. Not observable.
    public var audioDestination: AudioDestination { core.playback.engines.active.audioDestination }
    public var playbackState: PlaybackState { core.playback.output.playbackState }
    /// Playing waits for data.
    public var isBuffering: Bool { core.playback.output.isBuffering }
    /// Why the current item can't be played; nil while all is well.
    public var error: PlayerError? { core.recovery.error }
    public var streamType: StreamType { core.playback.output.streamType }
    public var mediaType: MediaType { core.playback.output.mediaType }
    /// Seconds; nil while unknown and for live streams.
    public var duration: Double? { core.playback.output.duration }
    /// Pixels of the variant that is loaded; zero for sound alone, nil while unknown.
    public var presentationSize: PixelSize? { core.playback.output.presentationSize }
    /// Media seconds per second now: 0 unless it plays, below zero while it plays backwards.
    public var rate: Double { core.playback.output.rate }
    /// A renderer in the network plays. Limits don't apply there, and sizes and types may stay unknown.
    public var isExternalPlaybackActive: Bool { core.playback.engines.isExternal }
    /// Other content that plays in a break of the current item, whose time stands meanwhile; nil while the item itself plays.
    public var interstitial: ScheduledInterstitial? { core.playback.interstitials.event }
    /// The asset of ``interstitial`` that plays; nil until the first one does.
    public var interstitialAsset: InterstitialAsset? { core.playback.interstitials.asset }
}
