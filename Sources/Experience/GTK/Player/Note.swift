// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A short note over the video about what a key has just done.
@MainActor final class Note: Box {
    private let label = Label().wrapped(columns: 36).cssClass("note")
    private let fade: Fade
    private var timer: MainLoop.Timer?

    private let seconds: Double

    /// - Parameter seconds: how long it is shown.
    init(seconds: Double = 1) {
        self.seconds = seconds
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
        timer = MainLoop.after(seconds: seconds) { [unowned self] in fade.isShown = false }
    }
}
