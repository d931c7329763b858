// SPDX-License-Identifier: Apache-2.0

/// Turns pointer, touch and keyboard input into actions. A value.
struct PlayerInput: Equatable {
    struct Point: Equatable {
        var x: Double
        var y: Double
    }

    enum Event: Equatable {
        case pointerMoved(Point)
        case keyPressed
        /// The keyboard's focus entered or left the controls.
        case focusMoved(isInside: Bool)
        /// The video was clicked or tapped.
        case pressed
        /// The video was clicked or tapped, and it is known whether that skipped. Follows ``pressed``.
        /// - Parameters:
        ///   - count: of presses in a row.
        ///   - isAtSide: on a part of the view where double clicks skip.
        case tapped(PointingDevice, count: Int, isAtSide: Bool, hasSkipped: Bool)
    }

    enum Action: Equatable {
        case showControls
        /// Keep the controls while the focus is on one of them, or stop keeping them.
        case holdFocus(Bool)
        case toggleControls
        /// Plays or pauses, and shows the controls, as the key does.
        case playPause
        /// Undoes the first click of a double click, without showing or hiding the controls.
        case revertPlayPause
        case toggleFullScreen
    }

    private var pointer = Point(x: -1, y: -1)
    private var isKeyboardUsed = false
    private(set) var isFocusInControls = false

    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .pointerMoved(let position):
            // When widgets change below a resting pointer, GTK reports the same position again.
            guard abs(position.x - pointer.x) + abs(position.y - pointer.y) >= 1 else { return [] }
            pointer = position
            return [.showControls]
        case .keyPressed:
            isKeyboardUsed = true
            return [.showControls]
        case .focusMoved(let isInside):
            // A click focuses a button too, but only keyboard users need the controls to stay.
            isFocusInControls = isInside
            return [.holdFocus(isInside && isKeyboardUsed)]
        case .pressed:
            isKeyboardUsed = false
            return [.holdFocus(false)]
        case .tapped(.touch, 1, _, let hasSkipped): return hasSkipped ? [] : [.toggleControls]
        case .tapped(.pointer, 1, _, let hasSkipped): return hasSkipped ? [] : [.playPause]
        case .tapped(let device, 2, let isAtSide, _):
            return (device == .pointer ? [.revertPlayPause] : []) + (isAtSide ? [] : [.toggleFullScreen])
        case .tapped: return []
        }
    }
}
