// SPDX-License-Identifier: Apache-2.0

extension MediaPlaylist {
    /// The listed segment with this media sequence number.
    public func segment(_ sequence: UInt64) -> MediaSegment? {
        let first = mediaSequence &+ (skip?.skippedSegments ?? 0)
        guard sequence >= first, sequence - first < UInt64(segments.count) else { return nil }
        return segments[Int(sequence - first)]
    }

    /// The index of the last segment that starts at or before a time on the playlist's timeline; nil before the first. Takes logarithmic
    /// time.
    public func index(at time: Double) -> Int? {
        var low = 0
        var high = segments.count
        while low < high {
            let middle = (low + high) / 2
            if segments[middle].start <= time { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : low - 1
    }

    var firstStart: Double { (segments.first ?? upcoming)?.start ?? 0 }

    /// The date of timeline second 0, computed from the newest segment, because clocks drift.
    var dateOfZero: Double? {
        guard let last = segments.last ?? upcoming, let date = last.programDateTime else { return nil }
        return date - last.start
    }

    /// Applies the date ranges of a version 2 delta update: changed ones are replaced, removed ones dropped.
    func mergedDateRanges(_ updates: [DateRange], _ removed: [String]) -> [DateRange] {
        var result: [DateRange] = []
        let gone = Set(removed)
        var index: [String: Int] = [:]
        for range in dateRanges where !gone.contains(range.id) {
            index[range.id] = result.count
            result.append(range)
        }
        for range in updates {
            if let position = index[range.id] {
                result[position].add(range)
            } else {
                index[range.id] = result.count
                result.append(range)
            }
        }
        return result
    }

    /// Gives the last `count` segments the map, keys and bitrate of the skipped ones, until the update states its own.
    mutating func inherit(from old: MediaPlaylist, count: Int, keyedFrom: Int?, sequence: UInt64) {
        guard let model = old.segment(sequence) ?? old.segments.last else { return }
        let first = segments.count - count
        var rate = model.bitrate
        func complete(_ segment: inout MediaSegment, _ index: Int) {
            if segment.mapTable.isEmpty { segment.mapTable = model.mapTable }
            if index < keyedFrom ?? .max { segment.keys = model.keys }
            if segment.bitrate != nil { rate = nil }
            if segment.bitrate == nil, segment.byteRange == nil { segment.bitrate = rate }
        }
        for index in 0..<count { complete(&segments[first + index], index) }
        guard var next = upcoming else { return }
        complete(&next, count)
        upcoming = next
    }
}
