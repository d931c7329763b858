// SPDX-License-Identifier: Apache-2.0

import WindowboxGTK

/// A panel that slides over the page from below, or next to the video if there is space. Escape or a click outside closes it.
@MainActor final class Drawer: Overlay {
    private let shade = Box(.vertical).cssClass("shop-shade")
    private let title = Label().shortened().aligned(.start).cssClass("drawer-title").accessibleRole(.heading)
    private let panel = Box(.vertical, spacing: 8).cssClass("shop-drawer")
    private let back: Button
    private var goBack: (@MainActor () -> Void)?
    private let onOpen: @MainActor (Bool) -> Void

    /// - Parameters:
    ///   - onOpen: called when it opens or closes, for any reason.
    init(_ texts: DrawerTexts, content: Widget, onOpen: @escaping @MainActor (Bool) -> Void) {
        self.onOpen = onOpen
        let (onBack, onClose) = (Deferred(), Deferred())
        back = Button(icon: "go-previous-symbolic", name: texts.back) { onBack.run() }
        back.cssClass("flat", "circular").isVisible = false
        super.init(shade)
        panel.append(
            Box(.horizontal, spacing: 8) {
                back
                title.expand(.horizontal)
                Button(icon: "window-close-symbolic", name: texts.close) { onClose.run() }.cssClass("flat", "circular")
            })
        panel.append(content.expand(.vertical))
        panel.accessibleRole(.dialog)
        add(panel)
        onBack.run = { [weak self] in self?.goBack?() }
        onClose.run = { [weak self] in self?.isOpen = false }
        shade.onTap { [weak self] _, _, _ in self?.isOpen = false }
        // Keys in the drawer must not navigate the feed behind it.
        keepFocusKeys { [weak self] in
            guard let self else { return false }
            if let goBack { goBack() } else { isOpen = false }
            return true
        }
        keepFocusInside()
        isVisible = false
    }

    struct DrawerTexts {
        var back: String
        var close: String
    }

    var isOpen: Bool {
        get { isVisible }
        set {
            guard newValue != isVisible else { return }
            if newValue { previous = focusHolder }
            let leavesFocus = !newValue && isFocusHereOrNowhere
            isVisible = newValue
            onOpen(newValue)
            if newValue { panel.focusFirst() } else if leavesFocus, previous?.isMapped == true { previous?.grabFocus() }
        }
    }
    /// The widget that had the focus before opening, and gets it back.
    private weak var previous: Widget?

    /// - Parameters:
    ///   - spoken: the accessible name, if the content already shows the title; nil uses the title.
    ///   - goBack: action of the back button and Escape; if nil, they close the drawer.
    func show(title text: String, spoken: String? = nil, goBack: (@MainActor () -> Void)? = nil) {
        title.text = text
        panel.accessibleName(spoken ?? text)
        self.goBack = goBack
        back.isVisible = goBack != nil
    }

    /// - Parameter size: of the page.
    func fit(_ size: PageSize) {
        let isBeside = !size.isNarrow
        panel.setCSSClass("beside", isBeside)
        panel.align(horizontal: isBeside ? .end : .fill, vertical: isBeside ? .fill : .end)
        let height = Int(Double(size.height) * DrawerShape.part)
        panel.minimumSize(width: isBeside ? DrawerShape.width : nil, height: isBeside ? nil : height)
    }
}

enum DrawerShape {
    /// Fraction of a narrow page's height.
    static let part = 0.8
    /// Width next to the video, in logical pixels.
    static let width = 380
}
