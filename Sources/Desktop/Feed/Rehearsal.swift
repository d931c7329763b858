// SPDX-License-Identifier: Apache-2.0

/// What is done in the window of feeds without a person, to be measured.
enum Rehearsal: Equatable, Sendable {
    /// The feed comes, and no more.
    case feed
    /// So many swipes to an item that is ready, then as many to items that are not.
    case swipes(Int)
    /// Through the grid and back, for so many seconds.
    case scroll(Double)
    /// A swipe each second, for so many seconds.
    case stay(Double)

    /// As `--rehearse` has it: `feed`, `swipes:20`, `scroll:10`, `stay:600`.
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

/// What was measured. Moments and spans are seconds.
struct RehearsalFigures: Codable, Equatable {
    /// When the first frame with items of the feed was handed to the display, by the machine's monotonic clock.
    var feedShown: Double?
    /// From each swipe to the first frame that has the item's first picture: of items that were ready, and of others.
    var ready: [Double] = []
    var cold: [Double] = []
    /// Of those that were ready: which frame of the window it was, 1 being the next.
    var readyFrames: [Int] = []
    /// Frames of the window while the grid was scrolled, and how many the display had to do without.
    var frames = 0
    var droppedFrames = 0
    /// Bytes that the process held after the first swipes and at the end, the middle of what was seen in some twenty swipes each.
    var memoryBefore: Int?
    var memoryAfter: Int?
    var swipes = 0
    /// Why it ended early.
    var trouble: String?
}
