// SPDX-License-Identifier: Apache-2.0

/// What a viewer of a live origin saw beside what the origin published.
struct LiveVerdict: Codable, Sendable {
    /// Pictures that were shown though they, or later ones, had been shown before.
    var repeated = 0
    /// Pictures that were published, and not shown: in runs of half a second or more, from which second on and how many, and single ones.
    var skipped: [Run] = []
    var dropped = 0
    var shown = 0
    /// Pictures that show no number.
    var unreadable = 0
    /// Pictures shown at a time that isn't what their numbers say beside the picture before, and both were published in one run.
    var misplaced = 0
    /// Seconds from the making of pictures to their showing: of each second of the run the median.
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
                // A picture that stays on screen is no repetition.
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

    /// Seconds that were skipped, with the pictures missing at other places.
    func missing(rate: Double) -> Double { Double(skipped.reduce(0) { $0 + $1.pictures } + dropped) / rate }
}
