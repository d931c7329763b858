// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
public import WindowboxMedia

/// Decides everything a player loads for one HLS item: what, when and from where.
///
/// Feed it what happened and do what it says, in order. It has no clock and does no I/O: the same events at the same
/// moments give the same actions and the same journal.
public struct StreamingSession: Sendable {
    public let configuration: StreamingConfiguration
    /// Known once the first playlist is read.
    public internal(set) var presentation: Presentation?
    public internal(set) var timeline: Timeline?
    /// Other content that interrupts this one, as its date ranges say now.
    public internal(set) var interstitials = InterstitialSchedule()
    /// As told last.
    var dateRanges: [TimedDateRange] = []
    /// What was decided and why, until ``drainJournal()``.
    public internal(set) var journal: Journal
    /// Index of the variant that the main lane loads.
    public var variant: Int? { lanes[0].isActive ? lanes[0].stream : nil }
    /// Where playing begins, once that is known.
    public internal(set) var startPosition: Double?

    enum Phase: Hashable, Sendable {
        case idle, loadingRoot, loadingTracks, running, over
    }
    enum Purpose: Hashable, Sendable {
        case root, steering
        case track(Int)
        case segment(Lane)
        case replacement, picture, preview
    }

    let source: ResourceLocation
    var phase = Phase.idle
    var wantedStart = StartPosition.automatic
    var now = Instant.zero
    var actions: [StreamingAction] = []
    var loads: [LoadID: Purpose] = [:]
    var lastLoad = 0
    /// Heads of responses whose bodies are on their way.
    var heads: [LoadID: ResponseHead] = [:]

    var root = RootState()
    var selection: StreamSelection
    var playlists: PlaylistLibrary
    /// By the raw value of ``Lane``.
    var lanes = [LaneState(.main), LaneState(.audio), LaneState(.subtitles)]
    var facts = PlaybackFacts(position: 0, rate: 0, wantsToPlay: false, isStalled: false)
    var hasPlayed = false
    /// What playing leaves out.
    var blocked = BlockedSpans()
    /// The last seek went into the buffer, by what the edge had told before.
    var isSeekHeld = false

    var quality: QualityControl
    /// The stream has long stretches without key pictures: looking for one costs too much.
    var lacksKeys = false

    var recovery: RecoveryPlanner
    var steering = SteeringState()
    var latency: LatencyController
    var stuck: StuckDetector
    /// Single pictures are played instead of the lanes.
    var trickPlay: TrickPlay?
    /// A picture is wanted to be shown small.
    var preview: Preview?
    /// Pictures for that which could not be had, one after the other.
    var previewFailures = 0
    /// What is told to servers and collectors (CMCD), and what servers tell (CMSD).
    var telemetry: Telemetry
    /// When playing is looked at again without news from the edge.
    var watchAt: Instant?
    var wakeAt: Instant?

    /// - Parameter source: an absolute address of a multivariant or media playlist.
    public init(source: String, configuration: StreamingConfiguration = .init()) {
        self.source = ResourceLocation(url: source)
        self.configuration = configuration
        journal = Journal(capacity: configuration.journalCapacity)
        quality = QualityControl(configuration)
        playlists = PlaylistLibrary(configuration)
        telemetry = Telemetry(configuration)
        selection = StreamSelection(configuration)
        recovery = RecoveryPlanner(policy: configuration.recovery)
        latency = LatencyController(policy: configuration.latency)
        stuck = StuckDetector(patience: configuration.stuckAfter)
    }

    /// The actions that follow from an event; `now` never goes back between calls.
    public mutating func handle(_ event: StreamingEvent, at now: Instant) -> [StreamingAction] {
        self.now = now
        actions.removeAll(keepingCapacity: true)
        if phase != .over {
            respond(to: event)
            pump()
        } else if case .preview(.some) = event {
            actions.append(.noPreview)
        }
        return actions
    }

    /// The journal's entries so far, which are then forgotten here.
    public mutating func drainJournal() -> [Journal.Entry] { journal.drain() }

    private mutating func respond(to event: StreamingEvent) {
        switch event {
        case .start(let position): start(at: position)
        case .seek(let time): seek(to: time)
        case .scrub(let time): scrub(to: time)
        case .trick(let rate): trick(rate)
        case .preview(let time): preview(at: time)
        case .playback(let facts): played(facts)
        case .responded(let id, let head): responded(id, head)
        case .progressed(let id, let bytes): progressed(id, bytes)
        case .text(let id, let bytes): received(id, bytes)
        case .segment(let id, let facts): finished(id, facts)
        case .failed(let id, let failure): failed(id, failure)
        case .beginEarlier(let time): beginEarlier(than: time)
        case .woke: woke()
        case .select(let selection): select(selection)
        case .limit(let limits): limit(limits)
        case .block(let spans): block(spans)
        case .stop: stop()
        }
    }

    private mutating func woke() {
        wakeAt = nil
        if let at = watchAt, at <= now, trickPlay == nil, phase == .running { watch(facts) }
    }

    /// The first playlist of the item.
    struct RootState: Sendable {
        var load: LoadID?
        var failures = 0
        var firstFailure: Instant?
        var retryAt: Instant?
        /// After redirects.
        var url: String?
        var multivariant: MultivariantPlaylist?
    }
}
