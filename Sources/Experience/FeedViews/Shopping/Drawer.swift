// SPDX-License-Identifier: Apache-2.0

import WindowboxGTK

/// Something that comes over the page from below, or beside the picture where there is room; Escape and a click beside it close it.
@MainActor final class Drawer: Overlay {
    private let shade = Box(.vertical).cssClass("shop-shade")
    private let title = Label().shortened().aligned(.start).cssClass("drawer-title").accessibleRole(.heading)
    private let panel = Box(.vertical, spacing: 8).cssClass("shop-drawer")
    private let back: Button
    private var goBack: (@MainActor () -> Void)?
    private let onOpen: @MainActor (Bool) -> Void

    /// - Parameters:
    ///   - onOpen: told when it opens and closes, whoever did it.
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
        // What moves in the drawer does not move the feed behind it.
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
            if newValue { former = focusHolder }
            let leavesFocus = !newValue && isFocusHereOrNowhere
            isVisible = newValue
            onOpen(newValue)
            if newValue { panel.focusFirst() } else if leavesFocus, former?.isMapped == true { former?.grabFocus() }
        }
    }
    /// Had the keyboard's focus when it was opened, and gets it back.
    private weak var former: Widget?

    /// - Parameters:
    ///   - spoken: what assistive technology calls it, where the content says that itself; nil: as the title.
    ///   - goBack: what its button and Escape lead back to; nil: they close it.
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
    /// The part of a narrow page's height that a drawer takes.
    static let part = 0.8
    /// Beside the picture, pixels of the style.
    static let width = 380
}
