// SPDX-License-Identifier: Apache-2.0

/// The figures behind a decision, for the journal.
public struct QualityReason: Hashable, Sendable {
    /// The kind of decision; more may be added, so match with the static members.
    public struct Cause: Hashable, Sendable {
        /// The cause in the words of the journal.
        public let name: String
        init(_ name: String) { self.name = name }
        /// Nothing is known about the network yet.
        public static let start = Cause("start")
        /// The level with the highest expected value.
        public static let plan = Cause("plan")
        /// Only one level is allowed.
        public static let only = Cause("only level")
        /// A better copy of a buffered segment can arrive in time.
        public static let replacement = Cause("replacement")
        /// The buffer holds as much as it may.
        public static let full = Cause("buffer full")
        /// The presentation has no more segments.
        public static let end = Cause("end")
        /// There are no levels to choose from.
        public static let nothing = Cause("no levels")
    }
    /// The kind of decision.
    public var cause: Cause
    /// Bit/s expected for the coming seconds; 0 while unknown.
    public var throughput: Double
    /// Standard deviation of the throughput's natural logarithm over the next transfer: 0.1 is about 10 %.
    public var spread: Double
    /// Seconds of media in the buffer.
    public var buffer: Double
    /// Seconds that the transfer is expected to take, including the wait for its first byte.
    public var transfer: Double
    /// Expected seconds of stall during it.
    public var stall: Double

    public init(_ cause: Cause, throughput: Double = 0, spread: Double = 0, buffer: Double = 0, transfer: Double = 0, stall: Double = 0) {
        self.cause = cause
        self.throughput = throughput
        self.spread = spread
        self.buffer = buffer
        self.transfer = transfer
        self.stall = stall
    }
}

extension QualityReason: CustomStringConvertible {
    /// One line, as in `plan: 1840 kbit/s ±25 %, buffer 12.3 s, transfer 2.1 s, stall 0.0 s`.
    public var description: String {
        cause.name + ": " + decimal(throughput / 1000, places: 0) + " kbit/s ±" + decimal(spread * 100, places: 0) + " %, buffer "
            + decimal(buffer, places: 1) + " s, transfer " + decimal(transfer, places: 1) + " s, stall " + decimal(stall, places: 2) + " s"
    }
}
