// SPDX-License-Identifier: Apache-2.0

/// Whether a position was come to by playing, or by going elsewhere.
///
/// A position that is heard late looks as if playing had stood still, and the next as if it had jumped. What playing can't do is to be
/// ahead of itself: the moment less the position grows by what a report was late and by how long playing stood, and never falls below
/// what it was. So a jump forward is a report that is further ahead than all of the last few.
public struct ContinuousPlay: Hashable, Sendable {
    /// Seconds by which a report may be ahead: what clocks and estimates differ.
    public static let tolerance = 0.5
    /// Reports that are compared with: what a standstill hides is forgotten after so many.
    private static let most = 5

    /// Where playing began without a jump since, in seconds; nil before the first report.
    public private(set) var start: Double?
    /// The last report's, in seconds.
    public private(set) var position: Double?
    /// Moments less positions.
    private var offsets: [Double] = []
    private var heard = 0.0
    private var pausedAt: Double?

    public init() {}

    /// Playing is here, however it came.
    public mutating func begin(at position: Double, moment: Double) {
        (start, self.position, offsets, heard) = (position, position, [moment - position], moment)
        if pausedAt != nil { pausedAt = moment }
    }

    /// Whether playing came to a position, should it be there.
    ///
    /// - Parameters:
    ///   - moment: when that is heard, in seconds of any clock that runs evenly.
    ///   - speed: seconds of the media in one, since the last report.
    public func reaches(_ position: Double, at moment: Double, speed: Double = 1) -> Bool {
        guard let last = self.position, let earliest = offsets.min() else { return false }
        let moment = min(moment, pausedAt ?? moment)
        let gained = max(0, speed - 1) * max(0, moment - heard)
        return position >= last - Self.tolerance && moment - position + gained >= earliest - Self.tolerance
    }

    /// - Returns: whether it was come to by playing.
    @discardableResult public mutating func move(to position: Double, at moment: Double, speed: Double = 1) -> Bool {
        guard reaches(position, at: moment, speed: speed) else {
            begin(at: position, moment: moment)
            return false
        }
        self.position = position
        heard = min(moment, pausedAt ?? moment)
        offsets = (offsets + [heard - position]).suffix(Self.most)
        return true
    }

    public mutating func pause(at moment: Double) { if pausedAt == nil { pausedAt = moment } }

    /// In the time of a pause nothing played.
    public mutating func resume(at moment: Double) {
        guard let begin = pausedAt else { return }
        pausedAt = nil
        heard += max(0, moment - begin)
        offsets = offsets.map { $0 + max(0, moment - begin) }
    }

    /// Nothing leads on from here.
    public mutating func breakOff() { (start, position, offsets) = (nil, nil, []) }
}
