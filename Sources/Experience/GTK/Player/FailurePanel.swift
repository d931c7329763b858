// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxMedia
import WindowboxPlayer

/// Covers the video and explains which item failed, why, and what to do about it.
@MainActor final class FailurePanel: Box {
    let artwork: Artwork
    private let symbol = Icon("dialog-warning-symbolic", size: 32)
    private let copyright: Label
    private let nextSlot = Box(.horizontal)
    private let openSlot = Box(.horizontal)
    private let pageSlot = Box(.horizontal, spacing: 8)
    private let name = Label().wrapped(columns: 48).cssClass("name")
    private let explanation = Label().wrapped(columns: 60).cssClass("detail")
    private let detailsSlot = Box(.vertical)
    let details: Expander

    /// Called when the user wants to open something else. If nil, there is no such button.
    var onOpenAnother: (@MainActor () -> Void)? { didSet { layoutForSizeClass() } }
    /// Called with a short message about what a button has done.
    var onNotice: (@MainActor (String) -> Void)?

    init(_ player: any PlayerControlling) {
        artwork = Artwork(width: 192, height: 108) { await player.imageBytes(of: $0) }
        copyright = Label().cssClass("copyright").bind(\.text) { player.imageCopyright }
        let technical = Label().wrapped(columns: 64).selectable().cssClass("technical").bind(\.text) { player.failure?.details ?? "" }
        details = Expander(translated("Details"), technical)
        super.init(.vertical)
        cssClass("failure-page")
        let panel = Box(.vertical, spacing: 10).cssClass("panel", "failure").align(horizontal: .center, vertical: .center)
        append(panel.expand(.horizontal, .vertical))
        panel.append(symbol)
        panel.append(artwork.align(horizontal: .center))
        panel.append(copyright)
        panel.append(Label().wrapped(columns: 40).cssClass("heading").bind(\.text) { player.failure?.title ?? "" })
        panel.append(name.bind(\.text) { player.title })
        panel.append(explanation.bind(\.text) { player.failure?.explanation ?? "" })
        panel.append(StartCountdown(player))
        let buttons = Box(.horizontal, spacing: 8) {
            Button(translated("Try Again")) { player.retry() }.cssClass("suggested")
                .bind(\.title) { player.failure?.retry ?? translated("Try Again") }
                .bind(\.isVisible) { player.failure?.retry != nil && player.failure?.page == nil }
            pageSlot.bind(\.isVisible) { player.failure?.page != nil }
            nextSlot
            openSlot
        }
        pageSlot.append(Button(translated("Open in Browser")) { [weak self] in self?.openPage(player) }.cssClass("suggested"))
        pageSlot.append(
            Button(translated("Copy Address")) { [weak self] in
                guard let page = player.failure?.page else { return }
                Clipboard.copy(page.withoutCredentials)
                self?.onNotice?(translated("Address copied"))
            }.cssClass("plain"))
        nextSlot.append(Button(translated("Play Next")) { player.goToNext() }.cssClass("plain").bind(\.isVisible) { player.canGoToNext })
        openSlot.append(Button(translated("Open Another…")) { [weak self] in self?.onOpenAnother?() }.cssClass("plain"))
        panel.append(buttons.align(horizontal: .center))
        detailsSlot.append(details.align(horizontal: .center).bind(\.isVisible) { player.failure?.details != nil })
        panel.append(detailsSlot)
        bind(\.isVisible) { player.errorMessage != nil }
        // Every failure first shows its plain explanation, with the details collapsed.
        bind(to: { player.failure }) { panel, _ in panel.details.isOpen = false }
        artwork.bind(\.source) { player.errorMessage == nil ? .none : player.artwork }
        artwork.onShown = { [weak self] _ in self?.layoutForSizeClass() }
        layoutForSizeClass()
    }

    private func openPage(_ player: any PlayerControlling) {
        guard let page = player.failure?.page, !LinkOpener.open(page) else { return }
        onNotice?(translated("No app can open web pages"))
    }

    /// Hides what doesn't fit in a small view.
    var sizeClass = ControlsSizeClass.full {
        didSet { if sizeClass != oldValue { layoutForSizeClass() } }
    }

    private func layoutForSizeClass() {
        artwork.isVisible = artwork.hasImage && sizeClass == .full
        symbol.isVisible = !artwork.isVisible && sizeClass != .tiny
        name.isVisible = sizeClass != .tiny
        explanation.isVisible = sizeClass != .tiny
        nextSlot.isVisible = sizeClass != .tiny
        openSlot.isVisible = onOpenAnother != nil && sizeClass != .tiny
        detailsSlot.isVisible = sizeClass == .full
        copyright.isVisible = artwork.isVisible && !copyright.text.isEmpty
    }
}
