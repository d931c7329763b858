// SPDX-License-Identifier: Apache-2.0

import WindowboxGTK

/// A short message over the video.
@MainActor final class PageNote: Box {
    private let label = Label().lines(3).aligned(.center).cssClass("toast-note")
    private let fade: Fade
    private var delay: Delay?

    init() {
        fade = Fade(label)
        super.init(.horizontal)
        align(horizontal: .center, vertical: .start)
        takesPointer = false
        accessibleRole(.status)
        fade.isShown = false
        append(fade)
    }

    var text: String { fade.isShown ? label.text : "" }

    func show(_ text: String, seconds: Double = 3) {
        label.text = text
        accessibleName(text)
        fade.isShown = true
        delay = Delay(seconds: seconds) { [weak self] in self?.fade.isShown = false }
    }
}
