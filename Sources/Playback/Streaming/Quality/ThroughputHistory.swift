// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Network measurements from past transfers: the rate, the time to first byte and the errors of past estimates.
///
/// Rates are natural logarithms of bit/s. Only time in which bodies arrive counts, and concurrent bodies count together: this measures the
/// link, not a single transfer.
struct ThroughputHistory: Sendable {
    private struct Body {
        var requested: Instant
        var hasBegun = false
        var bits = 0.0
    }
    private struct Estimate {
        var busy: Double
        var bits: Double
        var rate: Double
    }

    /// Seconds of transfer after which a rate counts half: in the short, medium and long term.
    private static let halfLife = 0.7
    private static let slowHalfLife = 12.0
    private static let longHalfLife = 60.0
    /// How far the estimate moves from the recent rate towards the slower mean, and the difference (ln) at which it moves half as far: a
    /// small difference is noise, a large one is a real change.
    private static let smoothing = 0.7
    private static let changeThreshold = 0.4
    /// Seconds over which an estimate is tested before its error counts.
    private static let testWindow = 2.0
    /// Seconds between two estimates.
    private static let testInterval = 0.5

    private var bodies: [LoadID: Body] = [:]
    private var arriving = 0
    private var clock = Instant.zero
    /// Bits not yet included in the average because no time has passed since they arrived.
    private var pending = 0.0
    private var fast = DecayingMean()
    private var slow = DecayingMean()
    private var long = DecayingMean()
    private var firstByte = DecayingMean()
    private var busy = 0.0
    private var total = 0.0
    private var estimates: [Estimate] = []
    private(set) var errors = ErrorDistribution()

    /// Starts with an externally known rate (bit/s), which the first measurements override.
    mutating func expect(_ rate: Double) {
        fast.add(rate, keeping: 0.99)
        slow.add(rate, keeping: 0.999)
    }

    var isEmpty: Bool { fast.weight == 0 }
    /// The current estimate, ln(bit/s).
    var rate: Double { estimate(fast.mean) }
    /// The long-term mean of the rate, ln(bit/s).
    var longRate: Double { long.weight == 0 ? rate : long.mean }
    /// Seconds from a request to its first byte.
    var latency: Double { firstByte.mean }

    mutating func handle(_ event: TransferEvent, at now: Instant) {
        switch event {
        case .requested(let id): bodies[id] = Body(requested: now)
        case .firstByte(let id):
            guard var body = bodies[id], !body.hasBegun else { return }
            body.hasBegun = true
            bodies[id] = body
            firstByte.add(max(0, min(now - body.requested, 60)), keeping: 0.75)
            addTransfer(0, at: now)
            arriving += 1
        case .progressed(let id, let bits): arrive(id, bits, at: now)
        case .finished(let id, let bits):
            arrive(id, bits, at: now)
            end(id)
        case .cancelled(let id):
            if arriving > 0 { addTransfer(0, at: now) }
            end(id)
        }
    }

    /// The rate, assuming that transfers in progress have delivered nothing since their last report.
    func rate(waitingUntil now: Instant) -> Double {
        guard arriving > 0, now - clock > 0.25 else { return rate }
        var mean = fast
        mean.add(pending / (now - clock), keeping: exponential(-0.693_147 * (now - clock) / Self.halfLife))
        return estimate(mean.mean)
    }

    private func estimate(_ fast: Double) -> Double {
        let recent = logarithm(fast)
        let difference = logarithm(slow.mean) - recent
        return recent + Self.smoothing * difference * Self.changeThreshold * Self.changeThreshold
            / (Self.changeThreshold * Self.changeThreshold + difference * difference)
    }

    private func logarithm(_ rate: Double) -> Double { naturalLogarithm(max(1, rate)) }

    private mutating func arrive(_ id: LoadID, _ bits: Double, at now: Instant) {
        guard var body = bodies[id], bits.isFinite else { return }
        if !body.hasBegun {
            body.hasBegun = true
            firstByte.add(max(0, min(now - body.requested, 60)), keeping: 0.75)
            clock = max(clock, body.requested)
            arriving += 1
        }
        let arrived = max(0, min(bits, 1e15) - body.bits)
        body.bits += arrived
        bodies[id] = body
        addTransfer(arrived, at: now)
    }

    private mutating func end(_ id: LoadID) {
        if let body = bodies.removeValue(forKey: id), body.hasBegun { arriving -= 1 }
    }

    private mutating func addTransfer(_ bits: Double, at now: Instant) {
        guard arriving > 0 else {
            clock = max(clock, now)
            return
        }
        pending += bits
        let passed = now - clock
        guard passed >= 0.001 else { return }
        let rate = pending / passed
        busy += passed
        total += pending
        pending = 0
        clock = now
        fast.add(rate, keeping: exponential(-0.693_147 * passed / Self.halfLife))
        slow.add(rate, keeping: exponential(-0.693_147 * passed / Self.slowHalfLife))
        long.add(self.rate, keeping: exponential(-0.693_147 * passed / Self.longHalfLife))
        evaluateEstimates()
    }

    /// Makes an estimate at regular intervals, and compares old ones with what arrived.
    private mutating func evaluateEstimates() {
        if let oldest = estimates.first, busy - oldest.busy >= Self.testWindow {
            errors.add(logarithm((total - oldest.bits) / (busy - oldest.busy)) - oldest.rate)
            estimates.removeFirst()
        }
        if estimates.isEmpty || busy - estimates[estimates.count - 1].busy >= Self.testInterval {
            estimates.append(Estimate(busy: busy, bits: total, rate: rate))
        }
    }
}

/// An exponentially decaying mean.
struct DecayingMean: Sendable {
    private var sum = 0.0
    private(set) var weight = 0.0

    var mean: Double { weight > 0 ? sum / weight : 0 }

    /// - Parameter share: the share of its weight that the past keeps, 0 to 1.
    mutating func add(_ value: Double, keeping share: Double) {
        sum = share * sum + (1 - share) * value
        weight = share * weight + 1 - share
    }
}
