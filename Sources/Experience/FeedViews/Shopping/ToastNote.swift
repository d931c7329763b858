// SPDX-License-Identifier: Apache-2.0

import WindowboxFeed
import WindowboxGTK

/// Short messages over the page, one at a time, announced by assistive technology.
@MainActor final class ToastNote: Box {
    private let label = Label().lines(3).aligned(.center)
    private var waiting: [(text: String, isFailure: Bool)] = []
    private var timer: Delay?
    private let seconds: Double
    private static let maxWaiting = 8

    init(seconds: Double = 3) {
        self.seconds = seconds
        super.init(.horizontal)
        append(label)
        cssClass("shop-toast").align(horizontal: .center, vertical: .start)
        accessibleRole(.status)
        takesPointer = false
        isVisible = false
    }

    func show(_ text: String, isFailure: Bool = false) {
        let text = DisplayText.clean(text, limit: 200)
        guard !text.isEmpty, waiting.last?.text != text, waiting.count < Self.maxWaiting else { return }
        waiting.append((text, isFailure))
        if timer == nil { next() }
    }

    /// Drops the messages of the previous item.
    func clear() {
        waiting = []
        timer = nil
        isVisible = false
    }

    private func next() {
        timer = nil
        guard !waiting.isEmpty else { return isVisible = false }
        let (text, isFailure) = waiting.removeFirst()
        label.text = text
        accessibleName(text)
        setCSSClass("failure", isFailure)
        isVisible = true
        timer = Delay(seconds: seconds) { [weak self] in self?.next() }
    }
}

extension FeedLanguage {
    /// The message after adding a product to the cart has succeeded or failed.
    func text(of feedback: CartFeedback) -> (text: String, isFailure: Bool) {
        switch feedback {
        case .success(let message): (message ?? text(.addedToCart), false)
        case .failure(let message): (message ?? text(.addToCartFailed), true)
        }
    }
}
