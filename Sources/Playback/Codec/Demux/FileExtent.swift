// SPDX-License-Identifier: Apache-2.0

/// Where a file begins and ends: as its header says, and as its packets show. A value type.
struct FileExtent {
    /// The start on the file's own clock, in seconds; 0 when the header doesn't state it and the first packets are not late.
    private(set) var start: Double
    /// Seconds, as stated; nil when unknown.
    private(set) var duration: Double?
    /// The latest end of all samples read so far, in seconds on the file's own clock.
    private(set) var end = -Double.infinity

    /// Seconds. Within this time an empty beginning may be intended, such as black before a film. After it, the clock starts elsewhere, as
    /// in recordings of running streams.
    static let longestEmptyBeginning = 10.0
    /// Seconds by which the samples of a complete file may end before its stated end.
    private static let tolerance = 0.5

    /// - Parameters:
    ///   - start: the start on the file's own clock, in seconds.
    ///   - duration: seconds, as stated; nil when unknown.
    init(start: Double, duration: Double?) {
        self.start = start
        self.duration = duration
    }

    /// Sets the start if it is far after zero.
    /// - Parameters:
    ///   - time: when the first packet is presented, in seconds on the file's own clock.
    ///   - countsFromZero: whether the stated duration includes the time before the first packet.
    ///   - mayBeEmpty: whether an empty beginning may be intended.
    mutating func begin(at time: Double, countsFromZero: Bool, mayBeEmpty: Bool = true) {
        guard time > (mayBeEmpty ? Self.longestEmptyBeginning : 0) else { return }
        start = time
        if countsFromZero, let stated = duration, stated > time { duration = stated - time }
    }

    mutating func extend(to time: Double) { end = max(end, time) }

    /// Whether everything up to the stated end was read.
    var isComplete: Bool { duration.map { end >= start + $0 - Self.tolerance } ?? false }
}
