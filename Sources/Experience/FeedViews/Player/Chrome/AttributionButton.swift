// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed
import WindowboxGTK

/// The original author of a video; opens their page if there is a link.
@MainActor final class AttributionButton: Box {
    private let label = Label().lines(1).aligned(.start).cssClass("detail")
    private let linkLabel = Label().lines(1).aligned(.start).cssClass("detail")
    private let link: Button
    private var address: String?

    /// - Parameter open: called with a link that is safe to open.
    init(open: @escaping @MainActor (String) -> Void) {
        let pressed = Deferred()
        link = Button(name: "", content: linkLabel) { pressed.run() }
        super.init(.horizontal)
        append(label)
        append(link.cssClass("attribution"))
        isVisible = false
        pressed.run = { [weak self] in if let address = self?.address { open(address) } }
    }

    func show(_ social: SocialAttribution?) {
        let text = Self.text(social)
        address = social?.url.flatMap { OpenableAddress.isSafe($0) ? $0 : nil }
        isVisible = !text.isEmpty
        (label.text, linkLabel.text, link.name) = (text, text, text)
        link.isVisible = address != nil
        label.isVisible = address == nil
    }

    /// Both values are untrusted.
    static func text(_ social: SocialAttribution?) -> String {
        let handle = DisplayText.clean(social?.handle ?? "", limit: 60)
        let platform = DisplayText.clean(social?.platform ?? "", limit: 30)
        return [handle, platform].filter { !$0.isEmpty }.map(DisplayText.isolated).joined(separator: " · ")
    }
}
