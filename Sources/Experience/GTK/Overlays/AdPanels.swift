// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// What a player shows of ads: the break's text and buttons, icons, an overlay and a card.
@MainActor final class AdPanels {
    let breakPanel: BreakPanel
    let breakActions: BreakActions
    let icons: [AdIconView]
    let overlay: AdOverlayPanel
    let card: AdCardPanel

    /// - Parameters:
    ///   - size: of the view, in pixels.
    ///   - iconArea: the part of the video where icons may be placed; nil if there is none.
    init(
        _ player: any PlayerControlling, size: @escaping @MainActor () -> (width: Int, height: Int),
        iconArea: @escaping @MainActor () -> Rectangle?
    ) {
        breakPanel = BreakPanel(player)
        breakActions = BreakActions(player)
        icons = (0..<AdIconView.maxIcons).map { AdIconView(player, slot: $0, area: iconArea) }
        overlay = AdOverlayPanel(player) { size().width }
        card = AdCardPanel(player, availableSize: size)
    }

    func pictureMoved() {
        for icon in icons { icon.pictureMoved() }
        overlay.follow()
        card.follow()
    }

    func fit(_ sizeClass: ControlsSizeClass) {
        breakPanel.sizeClass = sizeClass
        breakActions.sizeClass = sizeClass
    }

    func place(_ insets: ControlsInsets) {
        breakPanel.bottomMargin = insets.panelMargin
        breakActions.bottomMargin = insets.panelMargin
    }
}
