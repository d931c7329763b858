// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Maps the timestamps in segments to the item's timeline.
///
/// All content types of one discontinuity share a clock, so the first segment met fixes the offset for the others: samples of
/// sound and picture keep the distance their author gave them. Where two demuxed content types both begin with the discontinuity
/// and the sound begins rather where the first picture is decoded than where it is shown, less than ``baseTolerance`` before
/// that, the distance is a packager's artefact (a B-frame delay without its edit list), and each content type gets its own offset. So
/// does a content type whose first samples lie further
/// than ``separateBase`` from where the others' clock puts them: its packager counts from elsewhere, and only the playlist
/// (its dates, or its sequence numbers) tells where the two belong. A content type whose timestamps begin again with a segment, without a
/// discontinuity in the playlist, goes on where the playlist puts that segment.
public struct TimestampAligner: Sendable {
    /// Where a content type's raw timestamps lie.
    public struct Alignment: Hashable, Sendable {
        /// Add to a raw timestamp (after unwrapping) to get seconds on the item's timeline.
        public var offset: MediaTime
        /// The first presentation time with its wraps taken out; later timestamps unwrap against it.
        public var unwrapped: MediaTime
        /// Seconds by which the segment lies after where the playlist puts it; negative is before.
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
        /// The decode time of that sample; nil when it isn't the discontinuity's first.
        var firstDecode: MediaTime?
        var own: [ContentType: MediaTime] = [:]
        /// Of the segment aligned last, whichever content type.
        var drift = 0.0
        var joined: Set<ContentType>
        /// The content type's segment that was aligned last.
        var last: [ContentType: (expected: Double, first: MediaTime)] = [:]

        /// Whether a content type's timestamps begin again with a segment that lies behind the last one.
        func restarts(_ contentType: ContentType, with first: MediaTime, expected: Double) -> Bool {
            guard let last = last[contentType], expected > last.expected + 0.001 else { return false }
            return first.seconds <= last.first.seconds
        }
    }

    /// Seconds under which two content types' different first times count as one start.
    public let baseTolerance: Double
    /// Seconds of disagreement between samples and playlist that are reported and not corrected.
    public let driftTolerance: Double
    /// Seconds between the clocks of two content types from which on they are two clocks. Below, timestamps are believed rather than
    /// dates, which packagers take from the clock on the wall.
    public let separateBase: Double
    private var domains: [Int: Domain] = [:]
    private var order: [Int] = []

    public init(baseTolerance: Double = 0.25, driftTolerance: Double = 1, separateBase: Double = 5) {
        self.baseTolerance = baseTolerance
        self.driftTolerance = driftTolerance
        self.separateBase = separateBase
    }

    /// The offset for a segment.
    /// - Parameters:
    ///   - discontinuity: as in ``SegmentLoad/discontinuity``.
    ///   - firstPresentation: the smallest raw presentation time of the segment, in container ticks.
    ///   - firstDecode: that sample's decode time where the segment is its discontinuity's first, else nil.
    ///   - expected: the segment's start by the playlist, seconds on the item's timeline.
    ///   - wraps: the container counts 33 bits of 90 kHz (MPEG-TS, and packed audio with its ID3 timestamp).
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
            // A playlist whose durations add up wrongly drifts in all content types alike: that is no other clock.
            let place = expected + domain.drift
            if let firstDecode, isArtefact(domain, contentType, unwrapped, decodeLead: (firstPresentation - firstDecode).seconds, expected)
            {
                domain.own[contentType] = Self.difference(MediaTime(seconds: domain.expected, timescale: Self.fine), unwrapped)
            } else if ((unwrapped + domain.offset).seconds - place).magnitude > separateBase {
                domain.own[contentType] = Self.difference(MediaTime(seconds: place, timescale: Self.fine), unwrapped)
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

    /// Whether two content types that begin with a discontinuity were meant to begin together, though their timestamps say otherwise.
    ///
    /// Sound that begins a little before the pictures for its own reasons (an encoder's priming, with its edit list) is left
    /// where its author put it.
    private func isArtefact(_ domain: Domain, _ contentType: ContentType, _ first: MediaTime, decodeLead: Double, _ expected: Double)
        -> Bool
    {
        guard let domainDecode = domain.firstDecode, (expected - domain.expected).magnitude < baseTolerance else { return false }
        let isPicture = contentType == .main
        let lead = isPicture ? decodeLead : (domain.first - domainDecode).seconds
        // Seconds from the first sound to the first picture that is shown.
        let distance = (isPicture ? first - domain.first : domain.first - first).seconds
        return distance > 0 && distance < baseTolerance && (distance - lead).magnitude < distance
    }

    /// Whether a discontinuity has its offset.
    public func knows(_ discontinuity: Int) -> Bool { domains[discontinuity] != nil }

    /// The offset of a discontinuity's picture, or of what else is known of it; nil before its first segment.
    public func offset(discontinuity: Int) -> MediaTime? {
        guard let domain = domains[discontinuity] else { return nil }
        return domain.own[.main] ?? domain.offset
    }

    /// The offset of the media about a time of the timeline: for text whose playlist numbers discontinuities in its own way.
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

    /// Forgets all offsets: the timeline begins anew.
    public mutating func reset() {
        domains.removeAll()
        order.removeAll()
    }

    /// Forgets one discontinuity, so that its next segment fixes the offset again: after a drift that the caller will not accept.
    public mutating func reset(discontinuity: Int) { domains[discontinuity] = nil }

    /// The timestamp plus the number of 33-bit wraps that brings it nearest to `seconds`.
    public static func unwrap(_ time: MediaTime, near seconds: Double) -> MediaTime {
        let period = Double(wrapTicks) / 90_000
        let wraps = ((seconds - time.seconds) / period).rounded()
        guard wraps.isFinite, wraps.magnitude < 1e6, wraps != 0 else { return time }
        return time + MediaTime(value: Int64(wraps) * wrapTicks, timescale: 90_000)
    }

    private static let wrapTicks: Int64 = 1 << 33
    /// Divides by the usual timescales, so that offsets stay exact to the tick.
    private static let fine: Int32 = 1_440_000

    private static func difference(_ left: MediaTime, _ right: MediaTime) -> MediaTime { left - right }

    private mutating func remember(_ domain: Domain, _ number: Int) {
        domains[number] = domain
        order.append(number)
        if order.count > 64 { domains[order.removeFirst()] = nil }
    }
}
