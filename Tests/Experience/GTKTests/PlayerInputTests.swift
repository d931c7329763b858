// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxPlayer

@testable import WindowboxGTK

@Suite("Player input")
struct PlayerInputTests {
    private func tap(_ device: PointingDevice, _ count: Int, isAtSide: Bool = false, hasSkipped: Bool = false) -> [PlayerInput.Action] {
        var input = PlayerInput()
        return input.handle(.tapped(device, count: count, isAtSide: isAtSide, hasSkipped: hasSkipped))
    }

    @Test("Pointer movement shows the controls, a repeated position does not")
    func pointer() {
        var input = PlayerInput()
        #expect(input.handle(.pointerMoved(.init(x: 0, y: 0))) == [.showControls])
        #expect(input.handle(.pointerMoved(.init(x: 0, y: 0))) == [])
        #expect(input.handle(.pointerMoved(.init(x: 0.4, y: 0.4))) == [])
        #expect(input.handle(.pointerMoved(.init(x: 0.5, y: 0.5))) == [.showControls])
        #expect(input.handle(.pointerMoved(.init(x: 0.5, y: -0.5))) == [.showControls])
    }

    @Test("Controls stay for keyboard focus, and not for focus by click")
    func focus() {
        var input = PlayerInput()
        #expect(input.handle(.focusMoved(isInside: true)) == [.holdFocus(false)])
        #expect(input.isFocusInControls)
        #expect(input.handle(.keyPressed) == [.showControls])
        #expect(input.handle(.focusMoved(isInside: true)) == [.holdFocus(true)])
        #expect(input.handle(.pressed) == [.holdFocus(false)])
        #expect(input.isFocusInControls, "a click on the video leaves the focus where it is")
        #expect(input.handle(.focusMoved(isInside: true)) == [.holdFocus(false)])
        #expect(input.handle(.focusMoved(isInside: false)) == [.holdFocus(false)])
        #expect(!input.isFocusInControls)
    }

    @Test("A click toggles playback and a tap the controls, unless it skipped")
    func single() {
        #expect(tap(.pointer, 1) == [.playPause])
        #expect(tap(.touch, 1) == [.toggleControls])
        #expect(tap(.pointer, 1, isAtSide: true) == [.playPause])
        #expect(tap(.pointer, 1, isAtSide: true, hasSkipped: true) == [])
        #expect(tap(.touch, 1, isAtSide: true, hasSkipped: true) == [])
    }

    @Test("A double click in the middle toggles full screen, after reverting the first click")
    func double() {
        #expect(tap(.pointer, 2) == [.revertPlayPause, .toggleFullScreen])
        #expect(tap(.touch, 2) == [.toggleFullScreen])
        #expect(tap(.pointer, 2, isAtSide: true, hasSkipped: true) == [.revertPlayPause])
        #expect(tap(.touch, 2, isAtSide: true, hasSkipped: true) == [])
        #expect(tap(.pointer, 3) == [])
    }

    @Test("Captions avoid visible controls and the header, and panels with a margin")
    func insets() {
        let shown = ControlsInsets(isHidden: false, controls: (height: 120, shade: 36), header: 40)
        #expect((shown.top, shown.bottom, shown.panelMargin) == (40, 84, 100))
        let hidden = ControlsInsets(isHidden: true, controls: (height: 120, shade: 36), header: 40)
        #expect((hidden.top, hidden.bottom, hidden.panelMargin) == (0, 0, 16))
        let elsewhere = ControlsInsets(isHidden: false, controls: nil, header: nil)
        #expect((elsewhere.top, elsewhere.bottom, elsewhere.panelMargin) == (0, 0, 16))
        // Less than its shade, as in a view that isn't laid out.
        #expect(ControlsInsets(isHidden: false, controls: (height: 10, shade: 36), header: nil).bottom == 0)
    }

    @MainActor @Test("The outer thirds of a view skip if the player can")
    func sides() {
        let player = ClockPlayer()
        func side(_ x: Double) -> SkipDirection? { PlayerGestures.side(at: x, width: 300, player) }
        #expect([0, 99, 100, 150, 200, 201, 300].map(side) == [.backward, .backward, nil, nil, nil, .forward, .forward])
        player.seekable = nil
        #expect(side(0) == nil)
        #expect(side(300) == nil)
    }
}
