// SPDX-License-Identifier: Apache-2.0

/// Compares what a viewer of a live origin saw with what the origin published.
struct LiveVerdict: Codable, Sendable {
    /// Frames that were shown although they, or later ones, had been shown before.
    var repeated = 0
    /// Frames that were published but not shown: in runs of half a second or more, with the start and the count, and single ones.
    var skipped: [Run] = []
    var dropped = 0
    var shown = 0
    /// Frames that show no number.
    var unreadable = 0
    /// Frames whose time differs from what their number implies after the previous frame, if both were published in one run.
    var misplaced = 0
    /// Seconds from the creation of frames until they are shown: the median for each second of the run.
    var latency: [Double] = []

    struct Run: Codable, Sendable {
        var at: Double
        var pictures: Int
    }

    init(_ watch: LiveWatch, published: [ClosedRange<Int>], rate: Double) {
        var newest: LiveWatch.Picture?
        var second: [Double] = []
        for picture in watch.pictures {
            guard let number = picture.number else {
                unreadable += 1
                continue
            }
            shown += 1
            let delay = picture.moment - Double(number) / rate
            if let before = newest, let old = before.number {
                // A frame that stays on screen is not a repetition.
                if number == old { continue }
                if number < old {
                    repeated += 1
                    continue
                }
                let missed = published.reduce(0) { sum, run in
                    sum + max(0, min(run.upperBound, number - 1) - max(run.lowerBound, old + 1) + 1)
                }
                if Double(missed) >= rate / 2 {
                    skipped.append(Run(at: before.moment, pictures: missed))
                } else {
                    dropped += missed
                }
                let isOneRun = published.contains { $0.contains(old) && $0.contains(number) }
                if isOneRun, abs(picture.time - before.time - Double(number - old) / rate) > 0.002 { misplaced += 1 }
                if picture.moment.rounded(.down) != before.moment.rounded(.down), !second.isEmpty {
                    latency.append(second.sorted()[second.count / 2])
                    second.removeAll()
                }
            }
            second.append(delay)
            newest = picture
        }
    }

    /// The skipped seconds, including single dropped frames.
    func missing(rate: Double) -> Double { Double(skipped.reduce(0) { $0 + $1.pictures } + dropped) / rate }
}
