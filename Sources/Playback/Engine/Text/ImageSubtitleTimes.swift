// SPDX-License-Identifier: Apache-2.0

/// The known start times of the sets in a track of image subtitles. They may arrive out of order, because sets from before a seek target
/// are found later than those after it. A value type.
struct ImageSubtitleTimes {
    /// In order.
    private var starts: [Double] = []

    private static let maximumCount = 20_000
    /// Times from different sources are rounded differently.
    private static let slack = 0.001
    /// Seconds for which a set without a successor is shown. Longer than any media.
    static let longest = 86_400.0

    /// - Returns: when the set ends; nil when it is never visible.
    mutating func end(of set: ImageSubtitleSet) -> Double? {
        guard set.start.isFinite else { return nil }
        let index = starts.firstIndex { $0 > set.start + Self.slack } ?? starts.count
        let next = index < starts.count ? starts[index] : nil
        if index == 0 || starts[index - 1] < set.start - Self.slack {
            starts.insert(set.start, at: index)
            if starts.count > Self.maximumCount { starts.removeFirst() }
        }
        let end = min(set.end ?? .infinity, next ?? .infinity, set.start + Self.longest)
        return end > set.start ? end : nil
    }

    mutating func remove(from time: Double) { starts.removeAll { $0 >= time } }

    mutating func removeAll() { starts.removeAll() }
}
