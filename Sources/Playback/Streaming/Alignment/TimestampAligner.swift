// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Maps the timestamps in segments to the item's timeline.
///
/// All content types of one discontinuity share a clock, so the first segment fixes the offset for all of them, and audio and video samples
/// keep the distance their author gave them. There are three exceptions:
///
/// - Two demuxed content types begin with the discontinuity, and audio starts less than ``baseTolerance`` before the first displayed frame,
///   nearer to that frame's decode time than to its presentation time. The distance is a packager's artefact (a B-frame delay without its
///   edit list), and each content type gets its own offset.
/// - The first samples of a content type are more than ``separateBase`` from where the shared clock puts them. Its packager counts from
///   elsewhere, so only the playlist (its dates or sequence numbers) says where they belong.
/// - The timestamps of a content type restart at a segment without a discontinuity in the playlist. They continue where the playlist puts
///   that segment.
public struct TimestampAligner: Sendable {
    /// How a content type's raw timestamps map to the timeline.
    public struct Alignment: Hashable, Sendable {
        /// Add to a raw timestamp (after unwrapping) to get seconds on the item's timeline.
        public var offset: MediaTime
        /// The first presentation time after unwrapping; later timestamps unwrap against it.
        public var unwrapped: MediaTime
        /// Seconds by which the segment starts after its playlist position; negative means before.
        public var drift: Double
        /// The drift is beyond ``driftTolerance``: playlist and samples disagree.
        public var isDrifting: Bool { drift.magnitude > tolerance }
        var tolerance: Double
    }

    private struct Domain {
        var offset: MediaTime
        var contentType: ContentType
        var expected: Double
        /// The raw first time that fixed the offset, unwrapped.
        var first: MediaTime
        /// The decode time of that sample; nil if it isn't the first of the discontinuity.
        var firstDecode: MediaTime?
        var own: [ContentType: MediaTime] = [:]
        /// The drift of the most recently aligned segment of any content type.
        var drift = 0.0
        var joined: Set<ContentType>
        /// The most recently aligned segment of each content type.
        var last: [ContentType: (expected: Double, first: MediaTime)] = [:]

        /// Whether a content type's timestamps restart in a segment that comes after the last one.
        func restarts(_ contentType: ContentType, with first: MediaTime, expected: Double) -> Bool {
            guard let last = last[contentType], expected > last.expected + 0.001 else { return false }
            return first.seconds <= last.first.seconds
        }
    }

    /// First times of two content types that differ by fewer seconds than this count as one start.
    public let baseTolerance: Double
    /// Seconds of disagreement between samples and playlist above which ``Alignment/isDrifting`` is set. Nothing is corrected.
    public let driftTolerance: Double
    /// Seconds by which the clocks of two content types must differ to count as separate clocks. Below that, timestamps are trusted more
    /// than dates, which packagers take from the wall clock.
    public let separateBase: Double
    private var domains: [Int: Domain] = [:]
    private var order: [Int] = []

    public init(baseTolerance: Double = 0.25, driftTolerance: Double = 1, separateBase: Double = 5) {
        self.baseTolerance = baseTolerance
        self.driftTolerance = driftTolerance
        self.separateBase = separateBase
    }

    /// Returns the offset for a segment.
    /// - Parameters:
    ///   - discontinuity: as in ``SegmentLoad/discontinuity``.
    ///   - firstPresentation: the smallest raw presentation time of the segment, in container ticks.
    ///   - firstDecode: that sample's decode time if the segment is the first of its discontinuity, else nil.
    ///   - expected: the segment's start according to the playlist, in seconds on the item's timeline.
    ///   - wraps: the container uses 33-bit timestamps of 90 kHz (MPEG-TS, and packed audio with its ID3 timestamp).
    public mutating func align(
        contentType: ContentType, discontinuity: Int, firstPresentation: MediaTime, firstDecode: MediaTime? = nil, expected: Double,
        wraps: Bool
    ) -> Alignment {
        guard var domain = domains[discontinuity] else {
            let offset = Self.difference(MediaTime(seconds: expected, timescale: Self.fine), firstPresentation)
            remember(
                Domain(
                    offset: offset, contentType: contentType, expected: expected, first: firstPresentation, firstDecode: firstDecode,
                    joined: [contentType],
                    last: [contentType: (expected, firstPresentation)]),
                discontinuity)
            return Alignment(offset: offset, unwrapped: firstPresentation, drift: 0, tolerance: driftTolerance)
        }
        let reference = domain.own[contentType] ?? domain.offset
        let unwrapped =
            wraps ? Self.unwrap(firstPresentation, near: expected - reference.seconds) : firstPresentation
        if domain.joined.insert(contentType).inserted {
            // If the playlist's durations add up wrongly, all content types drift alike: that isn't a separate clock.
            let start = expected + domain.drift
            if let firstDecode, isArtefact(domain, contentType, unwrapped, decodeLead: (firstPresentation - firstDecode).seconds, expected)
            {
                domain.own[contentType] = Self.difference(MediaTime(seconds: domain.expected, timescale: Self.fine), unwrapped)
            } else if ((unwrapped + domain.offset).seconds - start).magnitude > separateBase {
                domain.own[contentType] = Self.difference(MediaTime(seconds: start, timescale: Self.fine), unwrapped)
            }
        } else if domain.restarts(contentType, with: unwrapped, expected: expected) {
            domain.own[contentType] = Self.difference(MediaTime(seconds: expected, timescale: Self.fine), unwrapped)
        }
        domain.last[contentType] = (expected, unwrapped)
        let offset = domain.own[contentType] ?? domain.offset
        let drift = (unwrapped + offset).seconds - expected
        domain.drift = drift
        domains[discontinuity] = domain
        return Alignment(offset: offset, unwrapped: unwrapped, drift: drift, tolerance: driftTolerance)
    }

    /// Whether two content types that begin with a discontinuity were meant to start together although their timestamps differ.
    ///
    /// Audio that legitimately starts a little before video (encoder priming with its edit list) keeps its time.
    private func isArtefact(_ domain: Domain, _ contentType: ContentType, _ first: MediaTime, decodeLead: Double, _ expected: Double)
        -> Bool
    {
        guard let domainDecode = domain.firstDecode, (expected - domain.expected).magnitude < baseTolerance else { return false }
        let isPicture = contentType == .main
        let lead = isPicture ? decodeLead : (domain.first - domainDecode).seconds
        // Seconds from the first audio sample to the first displayed frame.
        let distance = (isPicture ? first - domain.first : domain.first - first).seconds
        return distance > 0 && distance < baseTolerance && (distance - lead).magnitude < distance
    }

    /// Whether the offset of a discontinuity is known.
    public func knows(_ discontinuity: Int) -> Bool { domains[discontinuity] != nil }

    /// The offset of a discontinuity's main content, or else of any other content type; nil before its first segment.
    public func offset(discontinuity: Int) -> MediaTime? {
        guard let domain = domains[discontinuity] else { return nil }
        return domain.own[.main] ?? domain.offset
    }

    /// The media offset around a time on the timeline, for text whose playlist numbers discontinuities differently.
    public func offset(at time: Double) -> MediaTime? {
        var best: Domain?
        for number in order {
            guard let domain = domains[number] else { continue }
            guard let known = best else {
                best = domain
                continue
            }
            let isBefore = domain.expected <= time + 0.001
            let wasBefore = known.expected <= time + 0.001
            if isBefore ? !wasBefore || domain.expected > known.expected : !wasBefore && domain.expected < known.expected { best = domain }
        }
        return best.map { $0.own[.main] ?? $0.offset }
    }

    /// Forgets all offsets: the timeline starts over.
    public mutating func reset() {
        domains.removeAll()
        order.removeAll()
    }

    /// Forgets one discontinuity, so that its next segment sets the offset again. Used when the caller rejects a drift.
    public mutating func reset(discontinuity: Int) {
        domains[discontinuity] = nil
        order.removeAll { $0 == discontinuity }
    }

    /// The timestamp plus the number of 33-bit wraps that brings it closest to `seconds`.
    public static func unwrap(_ time: MediaTime, near seconds: Double) -> MediaTime {
        let period = Double(wrapTicks) / 90_000
        let wraps = ((seconds - time.seconds) / period).rounded()
        guard wraps.isFinite, wraps.magnitude < 1e6, wraps != 0 else { return time }
        return time + MediaTime(value: Int64(wraps) * wrapTicks, timescale: 90_000)
    }

    private static let wrapTicks: Int64 = 1 << 33
    /// A multiple of the usual timescales, so that offsets stay exact to the tick.
    private static let fine: Int32 = 1_440_000

    private static func difference(_ left: MediaTime, _ right: MediaTime) -> MediaTime { left - right }

    private mutating func remember(_ domain: Domain, _ number: Int) {
        domains[number] = domain
        order.append(number)
        if order.count > 64 { domains[order.removeFirst()] = nil }
    }
}
