// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxPlayer

/// Says which item there is nothing to see of, why, and what can be done about it.
@MainActor final class FailurePanel: Box {
    let artwork: Artwork
    private let symbol = Icon("dialog-warning-symbolic", size: 32)
    private let copyright: Label
    private let nextSlot = Box(.horizontal)
    private let detail = Label().wrapped(columns: 48).cssClass("detail")

    init(_ player: any PlayerControlling) {
        artwork = Artwork(width: 192, height: 108) { await player.imageBytes(of: $0) }
        copyright = Label().cssClass("copyright").bind(\.text) { player.imageCopyright }
        super.init(.vertical, spacing: 10)
        cssClass("panel", "failure").align(horizontal: .center, vertical: .center)
        append(symbol)
        append(artwork.align(horizontal: .center))
        append(copyright)
        append(
            Label().wrapped(columns: 40).cssClass("heading").bind(\.text) {
                player.title.isEmpty ? "This video can’t be played" : player.title
            })
        append(detail.bind(\.text) { player.errorMessage ?? "" })
        append(StartCountdown(player))
        let answers = Box(.horizontal, spacing: 8) {
            Button("Try Again") { player.retry() }.cssClass("suggested")
            nextSlot
        }
        nextSlot.append(Button("Play Next") { player.goToNext() }.cssClass("plain").bind(\.isVisible) { player.canGoToNext })
        append(answers.align(horizontal: .center))
        bind(\.isVisible) { player.errorMessage != nil }
        artwork.bind(\.source) { player.errorMessage == nil ? .none : player.artwork }
        artwork.onShown = { [weak self] _ in self?.layoutImages() }
        layoutImages()
    }

    /// Leaves out of a small view what it has no room for.
    var room = ControlsRoom.full {
        didSet { if room != oldValue { layoutImages() } }
    }

    private func layoutImages() {
        artwork.isVisible = artwork.hasImage && room == .full
        symbol.isVisible = !artwork.isVisible && room != .tiny
        detail.isVisible = room != .tiny
        nextSlot.isVisible = room != .tiny
        copyright.isVisible = artwork.isVisible && !copyright.text.isEmpty
    }
}
