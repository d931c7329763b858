// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxPlayer

/// An ad's image shown in place of the content, with a button to continue; hidden while there is none.
@MainActor final class AdCardPanel: Box {
    private let player: any PlayerControlling
    private let artwork: Artwork
    private var button: Button!
    /// Size of the view.
    private let availableSize: @MainActor () -> (width: Int, height: Int)

    /// - Parameter availableSize: size of the view in logical pixels; larger images are scaled down.
    init(_ player: any PlayerControlling, availableSize: @escaping @MainActor () -> (width: Int, height: Int)) {
        self.player = player
        self.availableSize = availableSize
        artwork = Artwork(width: 1, height: 1) { await player.imageBytes(of: $0) }
        super.init(.vertical)
        button = Button(name: translated("Advertisement"), content: artwork) { player.openAdCard() }
        let middle = Box(.vertical, spacing: 16) {
            button.cssClass("ad-icon").align(horizontal: .center)
            Button(translated("Continue")) { player.closeAdCard() }.cssClass("contextual").align(horizontal: .center)
        }
        append(middle.expand(.vertical).align(horizontal: .center, vertical: .center))
        cssClass("shutter").expand(.horizontal, .vertical)
        isVisible = false
        artwork.onShown = { [weak self] _ in self?.follow() }
        bind(\.card) { player.adCard }
    }

    var card: AdCard? {
        didSet {
            guard card != oldValue else { return }
            button.name = card?.alternativeText ?? translated("Advertisement")
            artwork.source = card.map { .url($0.image) } ?? .none
            follow()
        }
    }

    /// Updates the panel after the card or the view's size has changed.
    func follow() {
        guard let card else { return isVisible = false }
        let availableSize = availableSize()
        let scale = min(
            1, Double(availableSize.width - Self.margin) / Double(max(1, card.width)),
            Double(availableSize.height - Self.margin) / Double(max(1, card.height)))
        artwork.minimumSize(width: max(1, Int(Double(card.width) * scale)), height: max(1, Int(Double(card.height) * scale)))
        isVisible = artwork.hasImage
        if isVisible { player.adCardShown() }
    }

    /// Margin around the image, including the button below it.
    private static let margin = 120
}
