// SPDX-License-Identifier: Apache-2.0

/// What being in a state of playing is worth: the expected worth of all that follows, as far as states differ in it.
///
/// A state is the buffer when a segment is requested, the rate believed in, and the level of the segment before. The
/// worth comes from playing on in thought: fetch the best level, let the network do each of its scenarios, and so on,
/// with segments of typical size. Each sweep looks one segment further ahead, and the table is kept from decision to
/// decision, so that it soon sees far enough.
struct ValueTable: Sendable {
    private static let bufferSteps = 20
    private static let rateStep = 0.5
    private static let mostRateSteps = 40

    let ladder: QualityLadder
    private let rateSteps: Int
    private let lowestRate: Double
    /// By rate, then level, then buffer.
    private var values: [Double]

    /// The worth at the end of the presentation: nothing, whatever the state.
    init(_ ladder: QualityLadder) {
        self.ladder = ladder
        let levels = ladder.bits.count
        lowestRate = naturalLogarithm(ladder.bits[0] / ladder.duration) - 2.5
        let highestRate = naturalLogarithm(ladder.bits[levels - 1] / ladder.duration) + 1.5
        rateSteps = max(2, Int(min(Double(Self.mostRateSteps), (highestRate - lowestRate) / Self.rateStep + 2)))
        values = [Double](repeating: 0, count: rateSteps * levels * Self.bufferSteps)
    }

    /// Steps of the buffer axis per second.
    private var scale: Double { Double(Self.bufferSteps - 1) / ladder.room }

    /// The place of a position on an axis: the step below it, and how far it is to the next.
    @inline(__always)
    private static func place(_ position: Double, of count: Int) -> (step: Int, part: Double) {
        guard position > 0 else { return (0, 0) }
        guard position < Double(count - 1) else { return (count - 2, 1) }
        let step = Int(position)
        return (step, position - Double(step))
    }

    /// The worth of having `buffer` seconds, a belief in `rate` (ln bit/s) and `level` fetched last.
    func value(buffer: Double, rate: Double, level: Int) -> Double {
        let b = Self.place(buffer * scale, of: Self.bufferSteps)
        let r = Self.place((rate - lowestRate) / Self.rateStep, of: rateSteps)
        let row = (r.step * ladder.bits.count + level) * Self.bufferSteps + b.step
        let next = row + ladder.bits.count * Self.bufferSteps
        let low = values[row] + b.part * (values[row + 1] - values[row])
        let high = values[next] + b.part * (values[next + 1] - values[next])
        return low + r.part * (high - low)
    }

    /// Looks one segment further ahead.
    mutating func sweep(_ network: NetworkOutlook) {
        let levels = ladder.bits.count
        let steps = Self.bufferSteps
        var worth = [Double](repeating: 0, count: levels * steps)
        var outcomes = [Double](repeating: 0, count: steps)
        let old = values
        for rateStep in 0..<rateSteps {
            let rate = lowestRate + Double(rateStep) * Self.rateStep
            for level in 0..<levels {
                for step in 0..<steps { worth[level * steps + step] = ladder.utilities[level] }
                for scenario in network.scenarios {
                    let end = network.transfer(bits: ladder.bits[level], rate: rate, scenario)
                    arrive(at: level, after: end.seconds, rate: end.rate, from: old, into: &outcomes, less: nil)
                    let refuge = ladder.refuge(from: level, error: scenario.error)
                    if refuge < level {
                        let again = network.transfer(bits: ladder.bits[refuge], rate: rate, scenario).seconds
                        let seconds = QualityLadder.noticing + network.latency + again
                        if seconds < end.seconds {
                            arrive(
                                at: refuge, after: seconds, rate: end.rate, from: old, into: &outcomes, less: ladder.loss(level, to: refuge)
                            )
                        }
                    }
                    for step in 0..<steps { worth[level * steps + step] += scenario.probability * outcomes[step] }
                }
            }
            settle(worth, at: rateStep * levels * steps)
        }
        let base = values[0]
        for place in values.indices { values[place] -= base }
    }

    /// What follows a transfer of some seconds, for each buffer before it. With a loss, only where it is better than what stands there.
    private func arrive(
        at level: Int, after seconds: Double, rate: Double, from old: [Double], into outcomes: inout [Double], less loss: Double?
    ) {
        let steps = Self.bufferSteps
        let levels = ladder.bits.count
        let scale = scale
        let secondsPerStep = 1 / scale
        let r = Self.place((rate - lowestRate) / Self.rateStep, of: rateSteps)
        let row = (r.step * levels + level) * steps
        let shift = min(Double(steps), ladder.duration * scale)
        let offset = (ladder.duration - seconds) * scale
        old.withUnsafeBufferPointer { old in
            outcomes.withUnsafeMutableBufferPointer { outcomes in
                for step in 0..<steps {
                    // The buffer drains while the transfer lasts, at most until it is empty; then the segment is added.
                    let b = Self.place(max(Double(step) + offset, shift), of: steps)
                    let place = row + b.step
                    let low = old[place] + b.part * (old[place + 1] - old[place])
                    let above = place + levels * steps
                    let high = old[above] + b.part * (old[above + 1] - old[above])
                    let stall = max(0, seconds - Double(step) * secondsPerStep)
                    let worth = low + r.part * (high - low) - ladder.stallCost * stall
                    if let loss { outcomes[step] = max(outcomes[step], worth - loss) } else { outcomes[step] = worth }
                }
            }
        }
    }

    /// Turns the worth of fetching each level into the worth of having each level before: the best choice less its change.
    private mutating func settle(_ worth: [Double], at start: Int) {
        let steps = Self.bufferSteps
        let levels = ladder.bits.count
        for place in worth.indices { values[start + place] = worth[place] }
        for level in 1..<max(1, levels) {
            let change = ladder.change(level - 1, level)
            for place in (start + level * steps)..<(start + (level + 1) * steps) {
                values[place] = max(values[place], values[place - steps] - change)
            }
        }
        for level in (0..<max(0, levels - 1)).reversed() {
            let change = ladder.change(level, level + 1)
            for place in (start + level * steps)..<(start + (level + 1) * steps) {
                values[place] = max(values[place], values[place + steps] - change)
            }
        }
    }
}
