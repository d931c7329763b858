// SPDX-License-Identifier: Apache-2.0

import WindowboxPlayer

/// Handles pointer, touch and keyboard input, adds up skips, and owns the bubble that shows their sum.
@MainActor final class PlayerGestures {
    let skipBubble = SkipBubble()
    let tapSkips = SkipTracker()
    /// Keys skip from the first press on; presses add up for 0.8 s, so that the sum stays long enough to be read.
    let keySkips = SkipTracker(count: 1, delay: 0.8)
    private var input = PlayerInput()

    var isFocusInControls: Bool { input.isFocusInControls }

    func handle(_ event: PlayerInput.Event) -> [PlayerInput.Action] { input.handle(event) }

    /// - Returns: whether it skipped; the first of several taps does not.
    @discardableResult
    func skip(_ direction: SkipDirection, with tracker: SkipTracker, _ player: any PlayerControlling) -> Bool {
        tracker.requestSkip(direction, by: player.skipInterval(direction), canSkip: player.canSkip(direction)) { player.skip(direction) }
    }

    /// The direction of a tap's skip; nil if the tap isn't in an outer third of the view, or skipping isn't possible.
    /// - Parameter x: pixels from the left edge.
    static func side(at x: Double, width: Int, _ player: any PlayerControlling) -> SkipDirection? {
        let third = Double(width) / 3
        let side: SkipDirection? = x < third ? .backward : x > third * 2 ? .forward : nil
        return side.flatMap { player.canSkip($0) ? $0 : nil }
    }
}
