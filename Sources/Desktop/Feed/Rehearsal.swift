// SPDX-License-Identifier: Apache-2.0

/// A scripted scenario in the feed window, for measurements.
enum Rehearsal: Equatable, Sendable {
    /// Only load the feed.
    case feed
    /// This many swipes to preloaded items, then as many to others.
    case swipes(Int)
    /// Scroll the grid to the end and back, for this many seconds.
    case scroll(Double)
    /// One swipe per second, for this many seconds.
    case stay(Double)

    /// Parses the argument of `--rehearse`: `feed`, `swipes:20`, `scroll:10`, `stay:600`.
    init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        let number = parts.count > 1 ? Double(parts[1]) : nil
        switch (parts.first, number) {
        case ("feed", nil): self = .feed
        case ("swipes", let count?) where (1...10_000).contains(count): self = .swipes(Int(count))
        case ("scroll", let seconds?) where seconds > 0 && seconds.isFinite: self = .scroll(seconds)
        case ("stay", let seconds?) where seconds > 0 && seconds.isFinite: self = .stay(seconds)
        default: return nil
        }
    }
}

/// The measurements. Times and durations are in seconds.
struct RehearsalFigures: Codable, Equatable {
    /// When the first frame with feed items was presented, on the machine's monotonic clock.
    var feedShown: Double?
    /// From each swipe to the frame with the item's first picture: preloaded items, and others.
    var ready: [Double] = []
    var cold: [Double] = []
    /// For preloaded items: the number of that frame, 1 being the next one.
    var readyFrames: [Int] = []
    /// Frames while scrolling the grid, and dropped ones.
    var frames = 0
    var droppedFrames = 0
    /// Resident bytes after the first swipes and at the end: medians of about twenty swipes each.
    var memoryBefore: Int?
    var memoryAfter: Int?
    var swipes = 0
    /// Why it ended early.
    var problem: String?
}
