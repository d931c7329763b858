// SPDX-License-Identifier: Apache-2.0

extension VMAPBreak {
    /// A schedule that repeats a break each second would be no schedule.
    private static let mostRepeats = 100
    private static let shortestRepeat = 1.0

    /// When it comes, in seconds of the content, its repetitions with it (VMAP 1.0.1, 2.3.1.1); infinite behind the content.
    ///
    /// Nothing for the number of an opportunity, which only the stream knows, nor for a share of what has no known length.
    ///
    /// - Parameter duration: of the content; nil where it is not known, which leaves repetitions out.
    public func times(in duration: Double?) -> [Double] {
        let first: Double
        switch offset {
        case .start: first = 0
        case .end: return [.infinity]
        case .seconds(let seconds): first = seconds
        case .percent(let part):
            guard let duration else { return [] }
            guard part < 100 else { return [.infinity] }
            first = duration * max(0, part) / 100
        case .position, nil: return []
        }
        guard let duration else { return [first] }
        guard first < duration else { return [.infinity] }
        guard let interval = repeatAfter, interval >= Self.shortestRepeat else { return [first] }
        return (0..<Self.mostRepeats).map { first + Double($0) * interval }.filter { $0 < duration }
    }
}
