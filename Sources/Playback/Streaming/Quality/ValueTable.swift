// SPDX-License-Identifier: Apache-2.0

/// The value of a playback state: the expected value of everything that follows, as far as it depends on the state.
///
/// A state is the buffer level when a segment is requested, the estimated rate and the level of the previous segment. The value comes from
/// simulating playback with segments of typical size: fetch the best level, average over the network's scenarios, and so on. Each sweep
/// looks one segment further ahead. The table is kept between decisions, so it soon looks far enough.
struct ValueTable: Sendable {
    private static let bufferSteps = 20
    private static let rateStep = 0.5
    private static let maximumRateSteps = 40

    let ladder: QualityLadder
    private let rateSteps: Int
    private let lowestRate: Double
    /// Indexed by rate, then level, then buffer.
    private var values: [Double]

    /// Creates the table for the end of the presentation: every state has the value 0.
    init(_ ladder: QualityLadder) {
        self.ladder = ladder
        let levels = ladder.bits.count
        lowestRate = naturalLogarithm(ladder.bits[0] / ladder.duration) - 2.5
        let highestRate = naturalLogarithm(ladder.bits[levels - 1] / ladder.duration) + 1.5
        rateSteps = max(2, Int(min(Double(Self.maximumRateSteps), (highestRate - lowestRate) / Self.rateStep + 2)))
        values = [Double](repeating: 0, count: rateSteps * levels * Self.bufferSteps)
    }

    /// Steps of the buffer axis per second.
    private var scale: Double { Double(Self.bufferSteps - 1) / ladder.usableBuffer }

    /// Locates a position on an axis: the step below it, and the fraction of the way to the next one.
    @inline(__always)
    private static func locate(_ position: Double, of count: Int) -> (step: Int, part: Double) {
        guard position > 0 else { return (0, 0) }
        guard position < Double(count - 1) else { return (count - 2, 1) }
        let step = Int(position)
        return (step, position - Double(step))
    }

    /// The value of having `buffer` seconds, an estimated `rate` (ln bit/s) and `level` fetched last.
    func value(buffer: Double, rate: Double, level: Int) -> Double {
        let b = Self.locate(buffer * scale, of: Self.bufferSteps)
        let r = Self.locate((rate - lowestRate) / Self.rateStep, of: rateSteps)
        let row = (r.step * ladder.bits.count + level) * Self.bufferSteps + b.step
        let next = row + ladder.bits.count * Self.bufferSteps
        let low = values[row] + b.part * (values[row + 1] - values[row])
        let high = values[next] + b.part * (values[next + 1] - values[next])
        return low + r.part * (high - low)
    }

    /// Looks one segment further ahead.
    mutating func sweep(_ network: NetworkForecast) {
        let levels = ladder.bits.count
        let steps = Self.bufferSteps
        var worth = [Double](repeating: 0, count: levels * steps)
        var rows = worth
        var outcomes = [Double](repeating: 0, count: steps)
        let old = values
        for rateStep in 0..<rateSteps {
            let pace = network.pace(lowestRate + Double(rateStep) * Self.rateStep)
            for level in 0..<levels {
                for step in 0..<steps { worth[level * steps + step] = ladder.utilities[level] }
            }
            for scenario in network.scenarios {
                Self.interpolate(
                    old, at: Self.locate((pace.rate + scenario.estimateChange - lowestRate) / Self.rateStep, of: rateSteps), into: &rows)
                for level in 0..<levels {
                    let seconds = network.seconds(bits: ladder.bits[level], at: pace, scenario)
                    arrive(at: level, after: seconds, from: rows) { outcomes[$0] = $1 }
                    let fallbackLevel = ladder.fallbackLevel(from: level, error: scenario.error)
                    if fallbackLevel < level {
                        let again = network.seconds(bits: ladder.bits[fallbackLevel], at: pace, scenario)
                        let detour = QualityLadder.slownessDetection + network.latency + again
                        if detour < seconds {
                            let loss = ladder.loss(level, to: fallbackLevel)
                            arrive(at: fallbackLevel, after: detour, from: rows) { outcomes[$0] = max(outcomes[$0], $1 - loss) }
                        }
                    }
                    add(outcomes, times: scenario.probability, to: &worth, at: level * steps)
                }
            }
            setValues(worth, at: rateStep * levels * steps)
        }
        let base = values[0]
        for index in values.indices { values[index] -= base }
    }

    private func add(_ outcomes: [Double], times probability: Double, to worth: inout [Double], at start: Int) {
        outcomes.withUnsafeBufferPointer { outcomes in
            worth.withUnsafeMutableBufferPointer { worth in
                for step in outcomes.indices { worth[start + step] += probability * outcomes[step] }
            }
        }
    }

    /// Interpolates the values of every level and buffer between two rate steps.
    private static func interpolate(_ values: [Double], at position: (step: Int, part: Double), into rows: inout [Double]) {
        let count = rows.count
        let start = position.step * count
        values.withUnsafeBufferPointer { values in
            rows.withUnsafeMutableBufferPointer { rows in
                for entry in 0..<count {
                    let low = values[start + entry]
                    rows[entry] = low + position.part * (values[start + count + entry] - low)
                }
            }
        }
    }

    /// Reports the value after a transfer of some seconds, for each initial buffer level.
    ///
    /// The buffer drains during the transfer, at most until it is empty; then the segment is added. So every buffer level moves by the same
    /// distance and ends at the same fraction between two steps.
    @inline(__always)
    private func arrive(at level: Int, after seconds: Double, from rows: [Double], body: (Int, Double) -> Void) {
        let scale = scale
        let secondsPerStep = 1 / scale
        let last = Self.bufferSteps - 1
        let row = level * Self.bufferSteps
        let offset = max((ladder.duration - seconds) * scale, -Double(last + 1))
        let whole = Int(offset.rounded(.down))
        let part = offset - Double(whole)
        let emptied = min(ladder.duration * scale, Double(last))
        rows.withUnsafeBufferPointer { rows in
            let b = Self.locate(emptied, of: last + 1)
            let atLeast = rows[row + b.step] + b.part * (rows[row + b.step + 1] - rows[row + b.step])
            for step in 0...last {
                let position = step + whole
                let value: Double
                if Double(step) + offset <= emptied {
                    value = atLeast
                } else if position >= last {
                    value = rows[row + last]
                } else {
                    value = rows[row + position] + part * (rows[row + position + 1] - rows[row + position])
                }
                body(step, value - ladder.stallCost * max(0, seconds - Double(step) * secondsPerStep))
            }
        }
    }

    /// Turns the value of fetching each level into the value of having fetched each level before: the best choice minus the cost of its
    /// level change.
    private mutating func setValues(_ worth: [Double], at start: Int) {
        let steps = Self.bufferSteps
        let levels = ladder.bits.count
        for index in worth.indices { values[start + index] = worth[index] }
        for level in 1..<max(1, levels) {
            let change = ladder.change(level - 1, level)
            for index in (start + level * steps)..<(start + (level + 1) * steps) {
                values[index] = max(values[index], values[index - steps] - change)
            }
        }
        for level in (0..<max(0, levels - 1)).reversed() {
            let change = ladder.change(level, level + 1)
            for index in (start + level * steps)..<(start + (level + 1) * steps) {
                values[index] = max(values[index], values[index + steps] - change)
            }
        }
    }
}
