// SPDX-License-Identifier: Apache-2.0

import WindowboxGTK

/// The widgets of an ``ItemOverlay``, and where they are on the page.
@MainActor final class OverlayViews {
    let header: LiveHeader
    let panel: LivePanel
    let game: InteractionPanel
    /// nil unless the item is a live stream.
    let chat: ChatPanel?
    let heart: HeartButton
    /// A widget without a container is a layer of the page itself.
    private var added: [(container: Box?, widget: WindowboxGTK.Widget)] = []

    init(header: LiveHeader, panel: LivePanel, game: InteractionPanel, chat: ChatPanel?, heart: HeartButton) {
        (self.header, self.panel, self.game, self.chat, self.heart) = (header, panel, game, chat, heart)
    }

    func add(to page: FeedPlayerPage, cart: WindowboxGTK.Widget, strip: WindowboxGTK.Widget, isRightToLeft: Bool) {
        added = [
            (page.layers.top, header), (page.layers.side, cart), (page.layers.side, heart), (page.layers.bottom, game),
            (page.layers.bottom, strip), (nil, panel),
        ]
        if let chat { added.insert((page.layers.bottom, chat), at: 4) }
        for (container, widget) in added {
            if let container { container.append(widget) } else { page.addLayer(widget) }
            if isRightToLeft { widget.setDirection(rightToLeft: true) }
        }
        for (name, widget) in [("chat", chat), ("game-focus", game), ("panel", panel)] as [(String, WindowboxGTK.Widget?)] {
            // Typing must not be interrupted, and keys must reach the text field.
            widget?.onFocus { [weak page] in page?.hold(name, $0) }
            widget?.keepFocusKeys { [weak page] in page?.grabFocus() ?? false }
        }
    }

    func remove(from page: FeedPlayerPage?) {
        for (container, widget) in added { if let container { container.remove(widget) } else { page?.remove(widget) } }
        added = []
        for name in ["chat", "game-focus", "panel", "game"] { page?.hold(name, false) }
    }

    /// Hides the widgets while their item is out of view, or shows them again.
    func setHidden(_ isHidden: Bool) {
        for (_, widget) in added { (widget.isSeen, widget.takesPointer) = (!isHidden, !isHidden) }
    }
}
