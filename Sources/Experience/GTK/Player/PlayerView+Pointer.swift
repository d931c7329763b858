// SPDX-License-Identifier: Apache-2.0

import WindowboxPlayer

extension PlayerView {
    func pointerMoved(to place: (x: Double, y: Double)) {
        // Widgets that come and go below a resting pointer make GTK report it anew: that is no movement.
        guard abs(place.x - pointer.x) + abs(place.y - pointer.y) >= 1 else { return }
        pointer = place
        visibility.show()
    }

    func keyPressed() {
        visibility.show()
        isKeyboardUsed = true
    }

    /// A button that was clicked has the focus too; only one that was gone to by keys keeps the controls.
    func focusMoved(_ isInside: Bool) {
        isFocusInControls = isInside
        hold(.focus, isInside && isKeyboardUsed)
    }

    func tapped(_ count: Int, _ x: Double, _ device: PointingDevice) {
        isKeyboardUsed = false
        hold(.focus, false)
        let side = side(at: x)
        let hasSkipped = side.map { skip($0, with: tapSkips) } ?? false
        switch (device, count) {
        case (.touch, 1): if !hasSkipped { visibility.toggle() }
        case (.pointer, 1): if !hasSkipped { perform(.togglePlayPause) }
        case (_, 2):
            // The first click of the two has paused or played.
            if device == .pointer { player.togglePlayPause() }
            if side == nil { perform(.toggleFullScreen) }
        default: break
        }
    }

    /// The outer thirds skip, where that is possible.
    private func side(at x: Double) -> SkipDirection? {
        let third = Double(video.width) / 3
        let side: SkipDirection? = x < third ? .backward : x > third * 2 ? .forward : nil
        return side.flatMap { player.canSkip($0) ? $0 : nil }
    }

    func pinched(_ scale: Double) {
        if scale > 1.15 { video.gravity = .fill } else if scale < 0.87 { video.gravity = .fit }
    }

    func hovered(_ time: Double?) {
        guard let time, let bar = preview.place(of: controls.seekBar, x: controls.seekBar.x(of: time), y: 0) else { return preview.hide() }
        preview.show(time, x: bar.x, bottom: bar.y - 2)
    }
}
