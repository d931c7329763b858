// SPDX-License-Identifier: Apache-2.0

extension LivePlaylist {
    /// What is published at a time, counted from the stream's first segment, which is number 0.
    struct State: Equatable {
        /// The listed segments.
        var segments: Range<Int>
        /// How many parts of the segment after the last one are listed.
        var parts: Int
        var hasEnded: Bool
    }

    func state(at seconds: Double) -> State {
        var moment = max(0, seconds)
        var hasEnded = false
        switch ending {
        case .never: break
        case .ends(let end):
            hasEnded = moment >= end
            moment = min(moment, end)
        case .stalls(let end): moment = min(moment, end)
        }
        let complete = segmentsComplete(at: moment)
        var first = 0
        if case .sliding(let length) = window {
            let oldest = start(of: complete) - length
            while first < complete, start(of: first + 1) < oldest + Self.tolerance { first += 1 }
        }
        var parts = 0
        if lowLatency != nil, !hasEnded {
            var end = start(of: complete)
            for part in segment(complete).parts.dropLast() {
                end += part.duration
                if end > moment + Self.tolerance { break }
                parts += 1
            }
        }
        return State(segments: first..<complete, parts: parts, hasEnded: hasEnded)
    }

    func segment(_ number: Int) -> LiveMaterial.Segment { material.segments[number % material.segments.count] }

    /// Seconds from the start of the stream to the start of a segment.
    func start(of number: Int) -> Double {
        let count = material.segments.count
        let rounds = Double(number / count) * material.segments.reduce(0) { $0 + $1.duration }
        return material.segments[..<(number % count)].reduce(rounds) { $0 + $1.duration }
    }

    /// Whether the material starts again, which sets the sample clock back.
    func isDiscontinuous(_ number: Int) -> Bool { number > 0 && number % material.segments.count == 0 }

    private func segmentsComplete(at moment: Double) -> Int {
        let count = material.segments.count
        let round = material.segments.reduce(0) { $0 + $1.duration }
        var number = max(0, Int(moment / round)) * count
        while number > 0, start(of: number) > moment + Self.tolerance { number -= count }
        while start(of: number + 1) <= moment + Self.tolerance { number += 1 }
        return max(0, number)
    }

    /// Durations are written with six digits, so sums are compared with a wider tolerance.
    static let tolerance = 0.0005
}
