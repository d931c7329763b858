// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxPlayer

/// Shows how far the user has skipped, on the side of the skip direction.
@MainActor final class SkipBubble: Box {
    private let label = Label().cssClass("note")
    private let fade: Fade

    init() {
        fade = Fade(milliseconds: 120, label)
        super.init(.horizontal)
        align(horizontal: .center, vertical: .center)
        cssClass("skip-bubble")
        takesPointer = false
        fade.isShown = false
        append(fade)
    }

    var text: String { label.text }
    var isShown: Bool { fade.isShown }

    func show(_ state: SkipTracker.State) {
        switch state {
        case .inactive: fade.isShown = false
        case .skippingBackward(let total): show("−" + TimeText.seconds(total), .start)
        case .skippingForward(let total): show("+" + TimeText.seconds(total), .end)
        }
    }

    private func show(_ text: String, _ side: Alignment) {
        label.text = text
        align(horizontal: side, vertical: .center)
        fade.isShown = true
    }
}
