// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// The upcoming segments as ``ABRController`` numbers them: a window that moves along with loading.
///
/// Indices only grow. A seek starts a new range of them and keeps what was learned about the levels.
struct SegmentWindow: Sendable {
    /// The variant of each level, by ascending bit rate.
    let variants: [Int]
    let levels: [QualityLevel]
    private(set) var sizes: SegmentSizes
    /// Start time of each stored segment on the item's timeline.
    private var starts: [Double] = []
    private(set) var endTime = 0.0
    private(set) var isComplete = false
    private let horizon = 48

    init(variants: [Int], catalogue: StreamCatalogue) {
        self.variants = variants
        var levels: [QualityLevel] = []
        for variant in variants {
            let entry = catalogue.variants[variant]
            levels.append(
                QualityLevel(
                    peakBitrate: Double(entry.description.bandwidth), averageBitrate: entry.description.averageBandwidth.map { Double($0) },
                    utility: entry.score))
        }
        self.levels = levels
        sizes = SegmentSizes(levels: levels)
    }

    func level(of variant: Int) -> Int? { variants.firstIndex(of: variant) }

    /// The index of the segment at a time; nil if it is outside the window.
    func index(at time: Double) -> Int? {
        var low = 0, high = starts.count
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= time { low = middle + 1 } else { high = middle }
        }
        guard low > 0, time < endTime else { return nil }
        return sizes.first + low - 1
    }

    /// Appends one segment of estimated length, to choose a level before any playlist is loaded.
    mutating func appendEstimated(duration: Double) -> Int {
        sizes.append(duration: duration)
        starts.append(endTime)
        endTime += duration
        return sizes.end - 1
    }

    mutating func restart() {
        sizes.forget(before: sizes.end)
        starts.removeAll(keepingCapacity: true)
        isComplete = false
    }

    /// Extends the window to the segment at `time` and those after it.
    /// - Parameters:
    ///   - start: start of the content type's loaded media; a new window starts there.
    ///   - blocked: segments in these spans are never fetched and left out.
    mutating func cover(
        _ time: Double, since start: Double, in track: PlaylistTrack, variant: Int, position: Double, leavingOut blocked: BlockedSpans
    ) {
        guard let playlist = track.playlist, let here = track.position(at: time) else { return }
        if starts.isEmpty || time < starts[0] - 0.001 || time > endTime + 0.001 {
            restart()
            endTime = track.range(playlist.segments[min(here, track.position(at: start) ?? 0)]).start
        }
        forget(before: position)
        let last = min(playlist.segments.count, here + horizon)
        guard endTime < track.range(playlist.segments[last - 1]).end - 0.001 else {
            isComplete = track.isEnded && last == playlist.segments.count
            return
        }
        // The next segment is the one that starts at about the window's end.
        var index = track.position(at: endTime + 0.001).map { max($0, 0) } ?? here
        let level = level(of: variant)
        while index < last {
            let segment = playlist.segments[index]
            let range = track.range(segment)
            if blocked.holds(range, of: track) {
                endTime = max(endTime, range.end)
            } else if range.end > endTime + 0.001 {
                var bits = [Double?](repeating: nil, count: levels.count)
                if let level { bits[level] = Self.announcedBits(segment) }
                sizes.append(duration: range.end - endTime, bits: bits)
                starts.append(endTime)
                endTime = range.end
            }
            index += 1
        }
        isComplete = track.isEnded && last == playlist.segments.count
    }

    mutating func record(index: Int, variant: Int, bytes: Int) {
        guard let level = level(of: variant) else { return }
        sizes.record(index: index, level: level, bits: Double(bytes) * 8)
    }

    private mutating func forget(before position: Double) {
        var count = 0
        // Keep a few behind the position, so that the levels of buffered segments are known.
        while count + 1 < starts.count, starts[count + 1] < position - 60 { count += 1 }
        guard count > 16 else { return }
        sizes.forget(before: sizes.first + count)
        starts.removeFirst(count)
    }

    /// Bits of a segment according to its playlist.
    static func announcedBits(_ segment: MediaSegment) -> Double? {
        if let range = segment.byteRange { return Double(range.length) * 8 }
        if let rate = segment.bitrate, rate > 0 { return Double(rate) * 1000 * segment.duration }
        return nil
    }
}
