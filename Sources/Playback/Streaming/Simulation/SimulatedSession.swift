// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// A quality rule playing a film over a recorded network, without waiting for any of it.
///
/// A request waits the period's latency, then its bits flow at the period's bandwidth, one request at a time. The
/// first segment is fetched at the lowest level and playing starts when it is whole; from then on the buffer drains in
/// real time, and playing stalls while it is empty. A new segment is requested only when it fits the buffer. What an
/// abandoned transfer brought is lost. A buffered segment may be replaced until its playing begins.
public struct SimulatedSession: Sendable {
    public let movie: MovieSizes
    public let trace: NetworkTrace
    /// Seconds of media that the buffer holds.
    public let capacity: Double
    /// Tells the rule that the stream is live; the network and the film are the same.
    public let isLive: Bool
    private let levels: [QualityLevel]
    private let sizes: SegmentSizes

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

    /// Plays to the end. The journal gets every choice and what came of it.
    public func play<Rule: QualityChoosing>(_ rule: Rule, journal: ((SimulatedEvent) -> Void)? = nil) -> SimulationResult {
        var run = SimulatedRun(self, rule: rule, levels: levels, sizes: sizes, journal: journal)
        return run.play()
    }
}

/// What a session asks for the quality of segments; ``ABRController`` is the one that plays, others serve comparison.
public protocol QualityChoosing {
    mutating func handle(_ event: TransferEvent, at now: Instant)
    mutating func decide(_ situation: QualitySituation, at now: Instant) -> QualityDecision
    mutating func shouldAbandon(_ transfer: OngoingTransfer, _ situation: QualitySituation, at now: Instant) -> Int?
}

extension ABRController: QualityChoosing {}
