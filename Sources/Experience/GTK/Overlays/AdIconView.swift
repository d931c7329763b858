// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxMedia
import WindowboxPlayer

/// An ad's icon, placed on the video where the ad wants it; hidden while there is none.
@MainActor final class AdIconView: Box {
    /// The maximum number of icons shown at once.
    static let maxIcons = 4

    private let player: any PlayerControlling
    /// The ad's video area, without controls on top of it that take clicks.
    private let area: @MainActor () -> Rectangle?
    private let artwork: Artwork
    private var button: Button!

    /// - Parameters:
    ///   - slot: index of the icon in the ad.
    ///   - area: the area of the view where icons may be.
    init(_ player: any PlayerControlling, slot: Int, area: @escaping @MainActor () -> Rectangle?) {
        self.player = player
        self.area = area
        artwork = Artwork(width: 1, height: 1) { await player.imageBytes(of: $0) }
        super.init(.vertical)
        button = Button(name: translated("About This Ad"), content: artwork) { [weak self] in
            guard let icon = self?.icon, icon.isClickable else { return }
            player.openIcon(icon)
        }
        append(button.cssClass("ad-icon"))
        align(horizontal: .start, vertical: .start)
        // Icon coordinates count from the left in every language.
        setDirection(rightToLeft: false)
        isVisible = false
        artwork.onShown = { [weak self] _ in self?.follow() }
        bind(\.icon) { player.playingBreak?.icons.dropFirst(slot).first }
    }

    var icon: AdIcon? {
        didSet {
            guard icon != oldValue else { return }
            button.name = icon?.alternativeText ?? translated("About This Ad")
            artwork.minimumSize(width: icon?.width ?? 1, height: icon?.height ?? 1)
            artwork.source = icon.map { .url($0.image) } ?? .none
            follow()
        }
    }

    private func follow() {
        updatePosition()
        isVisible = artwork.hasImage && fits
        if let icon, isVisible { player.iconShown(icon) }
    }

    /// Icons larger than the video area are not shown.
    private var fits: Bool {
        guard let icon, let area = area() else { return false }
        return Double(icon.width) <= area.width && Double(icon.height) <= area.height
    }

    /// Repositions the icon after the video has moved.
    func pictureMoved() {
        updatePosition()
        let isSeen = artwork.hasImage && fits
        if isSeen != isVisible { follow() }
    }

    private func updatePosition() {
        guard let icon, let area = area() else { return }
        let x = area.x + icon.x.offset(in: area.width - Double(icon.width))
        let y = area.y + icon.y.offset(in: area.height - Double(icon.height))
        margins(start: Int(x), top: Int(y))
    }
}
