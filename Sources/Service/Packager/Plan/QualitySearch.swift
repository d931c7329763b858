// SPDX-License-Identifier: Apache-2.0

/// Searches the highest rate factor, and so the lowest bit rate, that keeps a target quality. Each step halves the range.
struct QualitySearch: Hashable, Sendable {
    private var low: Int
    private var high: Int
    let target: Double
    /// The best found; the lowest of the range, if none reaches the target.
    private(set) var result: Int

    init(_ range: ClosedRange<Int>, target: Double) {
        (low, high, result) = (range.lowerBound, range.upperBound, range.lowerBound)
        self.target = target
    }

    /// The rate factor to measure next; nil once the result is known.
    var next: Int? { low <= high ? (low + high) / 2 : nil }

    /// Takes the quality measured for ``next``.
    mutating func handle(_ quality: Double) {
        guard let tried = next else { return }
        if quality >= target {
            (result, low) = (tried, tried + 1)
        } else {
            high = tried - 1
        }
    }
}

/// The parts of a title by which its rate factors are found.
struct QualitySamples: Hashable, Sendable {
    /// Where they begin, in seconds.
    let starts: [Double]
    /// Seconds of each.
    static let length = 2.0

    /// Three parts that represent the title without its beginning and end; the beginning, if its duration is unknown or short.
    init(duration: Double?) {
        guard let duration, duration >= 10 * Self.length else {
            starts = [0]
            return
        }
        starts = [0.2, 0.5, 0.8].map { (duration * $0 - Self.length / 2).rounded(.down) }
    }
}

/// Reads the result of ffmpeg's filter `ssim`: `… SSIM Y:0.98 (…) U:… V:… All:0.979813 (16.95)`.
enum SSIMLine {
    static func quality(in line: String) -> Double? {
        guard line.contains("SSIM "), let word = line.split(separator: " ").last(where: { $0.hasPrefix("All:") }),
            let value = Double(word.dropFirst("All:".count)), (0...1).contains(value)
        else { return nil }
        return value
    }
}
