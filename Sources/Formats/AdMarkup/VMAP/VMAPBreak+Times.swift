// SPDX-License-Identifier: Apache-2.0

extension VMAPBreak {
    /// Limits for repeated breaks.
    private static let maximumRepeats = 100
    private static let shortestRepeat = 1.0

    /// The times of the break and its repetitions in content seconds (VMAP 1.0.1, 2.3.1.1); infinity for a postroll.
    ///
    /// Empty for a position number, which only the stream can resolve, and for a percentage of an unknown duration.
    ///
    /// - Parameter duration: The content's duration in seconds; nil if unknown, which leaves out repetitions.
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
        return (0..<Self.maximumRepeats).map { first + Double($0) * interval }.filter { $0 < duration }
    }
}
