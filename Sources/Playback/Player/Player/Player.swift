// SPDX-License-Identifier: Apache-2.0

public import Observation
import WindowboxCaptions
public import WindowboxEngine
public import WindowboxMedia
public import WindowboxStreaming
public import WindowboxTransport

/// Plays a list of items, one after the other.
///
/// A new player is paused. What changes now and then (item, state, error, type, speed) is observed on the object. What moves all the
/// time is not, so that a view is not built anew by it: time comes from ``periodicTimes(every:)``, buffer and ranges from
/// ``propertiesUpdates``.
@MainActor @Observable public final class Player {
    /// As it was given; it does not change.
    public nonisolated let configuration: PlayerConfiguration

    // MARK: Asked for

    /// Playing is wanted, whether or not it is possible now. Remembered while an item loads, stalls or fails.
    public var shouldPlay = false { didSet { if shouldPlay != oldValue { tellIntention() } } }
    public var repeatMode: RepeatMode {
        get {
            access(keyPath: \.repeatMode)
            return queue.repeatMode
        }
        set { setRepeatMode(newValue) }
    }
    public var actionAtItemEnd = ActionAtItemEnd.advance { didSet { if actionAtItemEnd != oldValue { prepareNext() } } }
    /// Applied at once to what is loaded.
    public var limits: PlayerLimits { didSet { if limits != oldValue { tellLimits() } } }
    /// What is known of the network, from whoever watches it: limits and retries follow it.
    public var networkConditions = NetworkConditions() { didSet { networkChanged(from: oldValue) } }
    /// How timed text looks, whatever item plays; whoever draws it observes this.
    public var textStyleRules: [TextStyleRule] = [] { didSet { if textStyleRules != oldValue { tellTextStyle() } } }
    /// Whether a short way back shows text for ten seconds where that is chosen automatically and there would be none: in the
    /// language of the sound, for those who did not catch what was said.
    public var showsReplayCaptions = false { didSet { if showsReplayCaptions != oldValue { followReplay() } } }
    /// Whether trackers that are ``TrackerBehavior/optional`` are told anything.
    public var isTrackingEnabled = true { didSet { if isTrackingEnabled != oldValue { switchTracking() } } }
    /// What becomes of pictures while the application is not seen; see ``applicationDidEnterBackground(isSeenElsewhere:)``.
    public var backgroundPlaybackPolicy = BackgroundPlaybackPolicy.automatic
    public var isMuted = false { didSet { if isMuted != oldValue { tellMute() } } }
    /// 0...2; other values are clamped. 1 is the sound as it is. Above it is amplified, and a limiter that looks 5 ms ahead keeps its peaks
    /// within full scale; a renderer elsewhere in the network gets 1 at most.
    public var volume: Double {
        get { loudness }
        set { setLoudness(newValue) }
    }
    var loudness = 1.0
    /// What is done to sound and pictures beyond decoding them, now and for all items to come; nothing is done on a renderer elsewhere.
    public var processing = MediaProcessing() { didSet { if processing != oldValue { engine.set(processing: processing) } } }

    // MARK: What happens

    public internal(set) var playbackState = PlaybackState.idle
    /// Playing waits for data.
    public internal(set) var isBuffering = false
    /// The item that all of this is about; it follows the list.
    var presentItem: PlayerItem? {
        didSet {
            itemLeft(oldValue)
            if !textStyleRules.isEmpty, presentItem != nil { tellTextStyle() }
        }
    }
    /// Why the current item can't be played; nil while all is well.
    public internal(set) var error: PlayerError?
    public internal(set) var streamType = StreamType.unknown
    public internal(set) var mediaType = MediaType.unknown
    /// Seconds; nil while unknown and for live streams.
    public internal(set) var duration: Double?
    /// Pixels of the variant that is loaded; zero for sound alone, nil while unknown.
    public internal(set) var presentationSize: PixelSize?
    /// Media seconds per second now: 0 unless it plays.
    public internal(set) var rate = 0.0
    /// It plays elsewhere: on a renderer in the network. Limits do not count there, and sizes and types may stay unknown.
    public internal(set) var isExternalPlaybackActive = false
    /// Other content that plays in a break of the current item, whose time stands meanwhile; nil while the item itself plays.
    public internal(set) var interstitial: ScheduledInterstitial?
    /// What of ``interstitial`` plays; nil until its first asset comes on air.
    public internal(set) var interstitialAsset: InterstitialAsset?
    var effectiveSpeed = 1.0
    var speedRange = 1.0...1.0
    var requestedSpeed = 1.0

    // MARK: Inside

    var selection = SelectionState()
    @ObservationIgnored var justSaid = ReplayCaptions()
    @ObservationIgnored var inPictures: [ItemID: ClosedCaptionTimeline] = [:]
    @ObservationIgnored weak var services: SystemServices?
    /// Fetches what the metadata of items name, when it is asked for.
    public nonisolated let images: ImageStore
    @ObservationIgnored let preferencesStore: any MediaPreferencesStore
    @ObservationIgnored var queue: ItemQueue<PlayerItem>
    @ObservationIgnored var engine: any PlaybackEngineControlling
    /// The engine of this machine, while another one plays elsewhere.
    @ObservationIgnored var local: (any PlaybackEngineControlling)?
    @ObservationIgnored var listeningExternally: Task<Void, Never>?
    @ObservationIgnored let clock: any PlayerClock
    @ObservationIgnored var engineItems = EngineItems()
    @ObservationIgnored var speed: SpeedRule
    @ObservationIgnored var seeks = SeekCoalescer()
    @ObservationIgnored var pendingSeeks: [Int: PendingSeek] = [:]
    @ObservationIgnored var lastSeek = 0
    /// Since when playing stands for want of data, or was last tried again.
    @ObservationIgnored var stalledSince: Instant?
    @ObservationIgnored var interruptions = InterruptionRule()
    @ObservationIgnored var blocked = BlockedRanges()
    /// The block that the engine is leaving.
    @ObservationIgnored var passing: TimeRange?
    @ObservationIgnored var retries: NetworkRetryRule
    @ObservationIgnored var resumption: (item: PlayerItem, place: ResumePlace)?
    @ObservationIgnored var estimate: PlayoutEstimate?
    @ObservationIgnored var lastSample: Instant?
    @ObservationIgnored var nextPulse: Instant?
    /// Someone drags the position: playing is held until that ends.
    @ObservationIgnored var isScrubbing = false
    /// The next seek that the engine is asked for is the one that ends it.
    @ObservationIgnored var isEndingScrubbing = false
    @ObservationIgnored var retryDue: Instant?
    @ObservationIgnored var isPassingOver = false
    /// The error is that the item's loader gives no media, not that its media failed.
    @ObservationIgnored var isRefused = false
    @ObservationIgnored var properties = PlayerProperties()
    @ObservationIgnored let updates = Broadcast<PlayerProperties>()
    @ObservationIgnored let told = Broadcast<EngineFact>()
    @ObservationIgnored let happenings = Broadcast<PlayerEvent>()
    @ObservationIgnored var playingInterstitial: PlayingInterstitial?
    @ObservationIgnored let interruptionsTold = Broadcast<PlayingInterstitial?>()
    @ObservationIgnored let timeListeners = TimeListeners()
    @ObservationIgnored var tracking = TrackingState()
    @ObservationIgnored var meter = PlaybackMeter()
    @ObservationIgnored var eventLogs = MetricEventLogs()
    @ObservationIgnored let eventLists = Broadcast<[MetricEvent]>()
    @ObservationIgnored private var listening: Task<Void, Never>?

    /// - Parameters:
    ///   - items: of two equal ones the first is kept.
    ///   - limits: bounds of quality from the first segment on.
    ///   - audioOutput: where sound goes. Nothing is heard unless it is given; `.automatic` is the default device.
    ///   - transport: brings the bytes of items that have no loader of their own.
    ///   - preferences: what the person wants to hear and to read; choices go there.
    public convenience init(
        items: [PlayerItem] = [], configuration: PlayerConfiguration = PlayerConfiguration(), limits: PlayerLimits = .none,
        videoOutputs: [any VideoOutput] = [], audioOutput: any AudioOutput = SilentOutput(),
        transport: any Transport = RoutingTransport.secure(),
        preferences: any MediaPreferencesStore = TransientMediaPreferences()
    ) {
        var engine = configuration.engine
        if limits != .none { engine.streaming.limits = limits.quality(on: NetworkConditions()) }
        // What is wanted from the first segment on need not be changed after it.
        if engine.streaming.audioLanguages.isEmpty {
            engine.streaming.audioLanguages = preferences.preferences.audibleLanguages + configuration.userLanguages
        }
        let remote = EngineRemote(configuration: engine, videoOutputs: videoOutputs, audioOutput: audioOutput, transport: transport)
        self.init(
            items: items, configuration: configuration, limits: limits, preferences: preferences, engine: remote,
            clock: SystemPlayerClock(),
            images: ImageStore(transport))
    }

    init(
        items: [PlayerItem], configuration: PlayerConfiguration, limits: PlayerLimits = .none,
        preferences: any MediaPreferencesStore = TransientMediaPreferences(),
        engine: any PlaybackEngineControlling, clock: any PlayerClock, images: ImageStore = ImageStore()
    ) {
        self.configuration = configuration
        self.limits = limits
        preferencesStore = preferences
        self.images = images
        self.engine = engine
        self.clock = clock
        queue = ItemQueue(items)
        speed = SpeedRule(speeds: configuration.playbackSpeeds)
        retries = NetworkRetryRule(configuration.networkRetry)
        tracking.reference.player = self
        listening = Task { [weak self, facts = engine.facts] in
            for await fact in facts { self?.receive(fact) }
        }
        reloadMediaPreferences()
        updateItems()
    }

    isolated deinit {
        listening?.cancel()
        listeningExternally?.cancel()
        endTracking()
        services?.forget()
        engine.shutDown()
        local?.shutDown()
        engineItems.releaseAll()
        clock.rest()
        for seek in pendingSeeks.values { seek.resolve(.superseded) }
    }
}
