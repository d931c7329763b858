// SPDX-License-Identifier: Apache-2.0

/// Whether a page is seen, and when it is paused for that reason. What the user paused isn't resumed.
struct PagePresence {
    enum Event {
        case mapped(Bool)
        /// The host puts something over the page, or takes it away.
        case covered(Bool)
        /// The picture-in-picture window shows the page's video, or no longer does.
        case smallWindow(Bool)
        /// Another item is shown, or the same one with another player.
        case shown
        /// The picture-in-picture window has closed, and the page's owner has been notified.
        case returned
        case closed
    }

    enum Action: Hashable {
        case pause
        case resume
    }

    private var isMapped = false
    private var isCovered = false
    private(set) var isInSmallWindow = false
    /// Whether it was paused because it wasn't seen.
    private(set) var isPausedUnseen = false
    private(set) var isClosed = false
    /// When an item was shown, in seconds of the host's clock.
    private(set) var lastShown = 0.0

    var isSeen: Bool { isMapped && !isCovered }

    /// - Parameters:
    ///   - isPlaying: whether the page's player plays or will play.
    ///   - now: seconds of the host's clock.
    mutating func handle(_ event: Event, isPlaying: Bool, at now: Double) -> [Action] {
        switch event {
        case .mapped(let isMapped):
            self.isMapped = isMapped
            return isMapped ? resume() : pause(isPlaying)
        case .covered(let isCovered):
            self.isCovered = isCovered
            return isCovered ? pause(isPlaying) : resume()
        case .smallWindow(let isInSmallWindow):
            self.isInSmallWindow = isInSmallWindow
            return []
        case .shown:
            lastShown = now
            return isSeen ? [] : pause(isPlaying)
        case .returned: return isClosed || isSeen ? [] : pause(isPlaying)
        case .closed:
            isClosed = true
            return []
        }
    }

    private mutating func pause(_ isPlaying: Bool) -> [Action] {
        guard !isInSmallWindow, isPlaying else { return [] }
        isPausedUnseen = true
        return [.pause]
    }

    private mutating func resume() -> [Action] {
        guard isPausedUnseen, isSeen else { return [] }
        isPausedUnseen = false
        return [.resume]
    }
}
