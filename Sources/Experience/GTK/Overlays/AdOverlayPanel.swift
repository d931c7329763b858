// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxPlayer

/// A non-linear ad's image over the content, with a button to close it; hidden while there is none.
@MainActor final class AdOverlayPanel: Box {
    private let player: any PlayerControlling
    private let artwork: Artwork
    private var button: Button!
    /// Width of the view.
    private let availableWidth: @MainActor () -> Int

    /// - Parameter availableWidth: width of the view in logical pixels; wider images are not shown.
    init(_ player: any PlayerControlling, availableWidth: @escaping @MainActor () -> Int) {
        self.player = player
        self.availableWidth = availableWidth
        artwork = Artwork(width: 1, height: 1) { await player.imageBytes(of: $0) }
        super.init(.horizontal)
        button = Button(name: translated("Advertisement"), content: artwork) { player.openAdOverlay() }
        append(button.cssClass("ad-icon"))
        append(Button(icon: "window-close-symbolic", name: translated("Close Ad")) { player.closeAdOverlay() }.align(vertical: .start))
        // At the top: at the bottom it would cover captions.
        align(horizontal: .center, vertical: .start).cssClass("ad-overlay")
        isVisible = false
        artwork.onShown = { [weak self] _ in self?.follow() }
        bind(\.overlay) { player.adOverlay }
    }

    var overlay: AdOverlay? {
        didSet {
            guard overlay != oldValue else { return }
            artwork.minimumSize(width: overlay?.width ?? 1, height: overlay?.height ?? 1)
            artwork.source = overlay.map { .url($0.image) } ?? .none
            follow()
        }
    }

    /// Updates the panel after the overlay or the view's size has changed.
    func follow() {
        let isSeen = artwork.hasImage && overlay.map { $0.width + Self.margin <= availableWidth() } ?? false
        if isSeen != isVisible { isVisible = isSeen }
        if isSeen { player.adOverlayShown() }
    }

    /// Space for the close button.
    private static let margin = 60
}
