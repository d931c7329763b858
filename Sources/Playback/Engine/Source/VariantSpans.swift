// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Which variants the samples of an item come from, in timeline order. A value type.
struct VariantSpans {
    struct Change: Hashable {
        /// Seconds on the item's timeline.
        var start: Double
        var stream: Int
    }

    private var changes: [Change] = []
    private static let maximumCount = 64

    /// Records a segment.
    /// - Parameter replaces: it replaces a segment that has successors. Otherwise it is the last one for now.
    /// - Returns: the changes that it causes, in order.
    mutating func note(_ stream: Int, in range: TimeRange, replaces: Bool) -> [Change] {
        let behind = replaces ? changes.last { $0.start <= range.end + 0.001 }?.stream : nil
        let before = changes.last { $0.start < range.start - 0.001 }?.stream
        changes.removeAll { $0.start >= range.start - 0.001 && (!replaces || $0.start <= range.end + 0.001) }
        var made: [Change] = []
        if stream != before { made.append(Change(start: range.start, stream: stream)) }
        if let behind, behind != stream { made.append(Change(start: range.end, stream: behind)) }
        changes = (changes + made).sorted { $0.start < $1.start }.suffix(Self.maximumCount)
        return made
    }
}
