// SPDX-License-Identifier: Apache-2.0

/// A recorded or synthetic network: periods of constant bandwidth and latency, repeated endlessly.
public struct NetworkTrace: Hashable, Sendable {
    /// A span of time during which bandwidth and latency don't change.
    public struct Period: Hashable, Sendable {
        /// Seconds.
        public var duration: Double
        /// Bit/s; 0 is an outage.
        public var bandwidth: Double
        /// Seconds from a request to its first bit.
        public var latency: Double
        public init(duration: Double, bandwidth: Double, latency: Double) {
            self.duration = duration
            self.bandwidth = bandwidth
            self.latency = latency
        }
    }

    /// The periods in order, at least one; the last is followed by the first.
    public let periods: [Period]

    /// Creates a trace; periods without a duration are dropped.
    public init(periods: [Period]) throws(SimulationError) {
        var kept: [Period] = []
        for (index, period) in periods.enumerated() {
            let numbers = [period.duration, period.bandwidth, period.latency]
            for number in numbers where !(number >= 0 && number <= 1e12) {
                throw SimulationError(
                    .impossibleNumber,
                    message: "Period \(index) of the trace has a number that is negative, too large or NaN; correct the trace.")
            }
            // Recordings aren't finer than a microsecond, and a billion tiny periods would stall a session.
            if period.duration >= 1e-6 { kept.append(period) }
        }
        self.periods = kept
        var bits = 0.0
        for period in kept { bits += period.bandwidth * period.duration }
        guard bits >= 1 else {
            throw SimulationError(.deadTrace, message: "The trace carries no bits; give it a period with bandwidth.")
        }
    }
}

/// A position in a trace that advances with the data sent through it.
struct NetworkLink {
    private let periods: [NetworkTrace.Period]
    private let cycleDuration: Double
    private let cycleBits: Double
    private var index = 0
    /// Remaining seconds of the current period.
    private var left: Double

    init(_ trace: NetworkTrace) {
        periods = trace.periods
        left = periods[0].duration
        var duration = 0.0
        var bits = 0.0
        for period in periods {
            duration += period.duration
            bits += period.bandwidth * period.duration
        }
        cycleDuration = duration
        cycleBits = bits
    }

    private mutating func nextPeriod() {
        index = index + 1 == periods.count ? 0 : index + 1
        left = periods[index].duration
    }

    /// Lets time pass without a request.
    mutating func pass(_ seconds: Double) {
        var seconds = seconds > cycleDuration ? seconds.truncatingRemainder(dividingBy: cycleDuration) : seconds
        while seconds > left {
            seconds -= left
            nextPeriod()
        }
        left -= seconds
    }

    /// Seconds that a request waits for its first bit. A period that ends during the wait counts by the share of its own latency that has
    /// passed.
    mutating func latency() -> Double {
        var share = 1.0
        var waited = 0.0
        while share > 0 {
            let latency = periods[index].latency
            let wait = share * latency
            if wait <= left {
                left -= wait
                return waited + wait
            }
            waited += left
            share -= left / latency
            nextPeriod()
        }
        return waited
    }

    /// Sends until all bits are sent, or until both `minBits` and `minTime` are reached.
    mutating func send(_ bits: Double, minBits: Double = .infinity, minTime: Double = .infinity) -> (bits: Double, time: Double) {
        var sent = 0.0
        var time = 0.0
        let cappedBits = min(bits, minBits)
        if cappedBits > 2 * cycleBits {
            let cycles = (cappedBits / cycleBits).rounded(.down) - 1
            sent = cycles * cycleBits
            time = cycles * cycleDuration
        }
        while sent < bits, sent < minBits || time < minTime {
            let bandwidth = periods[index].bandwidth
            let untilWhole = bandwidth > 0 ? (bits - sent) / bandwidth : .infinity
            let untilBits = sent >= minBits ? 0 : bandwidth > 0 ? (minBits - sent) / bandwidth : .infinity
            let step = min(untilWhole, max(untilBits, minTime - time))
            if step <= left {
                left -= step
                time += step
                sent = step == untilWhole ? bits : sent + step * bandwidth
                return (sent, time)
            }
            sent += left * bandwidth
            time += left
            nextPeriod()
        }
        return (min(sent, bits), time)
    }
}
