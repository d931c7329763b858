// SPDX-License-Identifier: Apache-2.0

/// When the sets of a track of picture subtitles begin that are known. They may come out of order: those that lie before a place that was
/// sought are found later than those behind it. A value.
struct PictureTimes {
    /// In order.
    private var starts: [Double] = []

    private static let most = 20_000
    /// Times are rounded otherwise in different places.
    private static let slack = 0.001
    /// Seconds that a set is shown which nothing follows: longer than any film.
    static let longest = 86_400.0

    /// - Returns: when the set ends, which begins at a time; nil where it is never shown.
    mutating func end(of set: PictureSet) -> Double? {
        guard set.start.isFinite else { return nil }
        let place = starts.firstIndex { $0 > set.start + Self.slack } ?? starts.count
        let next = place < starts.count ? starts[place] : nil
        if place == 0 || starts[place - 1] < set.start - Self.slack {
            starts.insert(set.start, at: place)
            if starts.count > Self.most { starts.removeFirst() }
        }
        let end = min(set.end ?? .infinity, next ?? .infinity, set.start + Self.longest)
        return end > set.start ? end : nil
    }

    mutating func removeAll() { starts.removeAll() }
}
