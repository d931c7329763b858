// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Runs an ABR controller on simulated content over a recorded network, faster than real time.
///
/// A request waits for the period's latency, then its bits arrive at the period's bandwidth, one request at a time. The first segment is
/// fetched at the lowest level, and playback starts when it is complete. From then on the buffer drains in real time, and playback stalls
/// while it is empty. A new segment is requested only if it fits into the buffer. The data of an abandoned transfer is lost. A buffered
/// segment may be replaced until it starts playing.
public struct SimulatedSession: Sendable {
    /// The segments' duration and sizes.
    public let movie: MovieSizes
    /// The network.
    public let trace: NetworkTrace
    /// Seconds of media that the buffer can hold.
    public let capacity: Double
    /// Whether the controller treats the stream as live; nothing else changes.
    public let isLive: Bool
    private let levels: [QualityLevel]
    private let sizes: SegmentSizes

    /// Creates a session for one movie on one network.
    /// - Throws: an error if the capacity is less than a segment or more than a million seconds.
    public init(movie: MovieSizes, trace: NetworkTrace, capacity: Double, isLive: Bool = false) throws(SimulationError) {
        guard capacity >= movie.segmentDuration, capacity <= 1e6 else {
            throw SimulationError(
                .impossibleNumber, message: "The buffer holds less than a segment or more than a million seconds; choose another size.")
        }
        self.movie = movie
        self.trace = trace
        self.capacity = capacity
        self.isLive = isLive
        levels = movie.levels
        sizes = movie.segmentSizes
    }

    /// Runs to the end. The journal receives every decision and its outcome.
    public func play<Rule: QualityChoosing>(_ rule: Rule, journal: ((SimulatedEvent) -> Void)? = nil) -> SimulationResult {
        var run = SimulatedRun(self, rule: rule, levels: levels, sizes: sizes, journal: journal)
        return run.play()
    }
}

/// The interface of an ABR controller. ``ABRController`` is the one used for playback; others serve for comparison.
public protocol QualityChoosing {
    /// Takes note of a transfer's progress.
    mutating func handle(_ event: TransferEvent, at now: Instant)
    /// Decides what to fetch next. The caller asks again after each transfer, and at the moment of a
    /// ``QualityDecision/Action/wait(until:)``.
    mutating func decide(_ situation: QualitySituation, at now: Instant) -> QualityDecision
    /// Decides whether a transfer should be given up.
    /// - Returns: the level to fetch instead; nil continues the transfer. For a replacement, any level means to abandon it.
    mutating func shouldAbandon(_ transfer: OngoingTransfer, _ situation: QualitySituation, at now: Instant) -> Int?
}

extension ABRController: QualityChoosing {}
