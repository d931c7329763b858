// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A word on the picture about what a key has just done.
@MainActor final class Note: Box {
    private let label = Label().cssClass("note")
    private let fade: Fade
    private var timer: MainLoop.Timer?

    init() {
        fade = Fade(milliseconds: 120, label)
        super.init(.horizontal)
        align(horizontal: .center, vertical: .center)
        takesPointer = false
        fade.isShown = false
        append(fade)
    }

    var text: String { label.text }

    func show(_ text: String) {
        label.text = text
        fade.isShown = true
        timer = MainLoop.after(seconds: 1) { [unowned self] in fade.isShown = false }
    }
}
