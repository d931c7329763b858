// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxPlayer

/// A place beside the picture for one of an ad's companions; nothing while there is none for it.
@MainActor public final class CompanionPanel: Box {
    /// - Parameters:
    ///   - slot: which of the places that whoever plays ads was told of.
    ///   - width: of the place in pixels of the style; the same that was told.
    public init(_ player: any PlayerControlling, slot: Int = 0, width: Int, height: Int) {
        super.init(.vertical)
        func shown() -> (index: Int, companion: AdCompanion)? {
            let all = player.playingBreak?.companions ?? []
            return all.firstIndex { $0.slot == slot }.map { ($0, all[$0]) }
        }
        let artwork = Artwork(width: width, height: height) { await player.imageBytes(of: $0) }
        artwork.bind(\.source) { shown().map { .url($0.companion.image) } ?? .none }
        let button = Button(name: "Advertisement", content: artwork) {
            if let shown = shown(), shown.companion.isClickable { player.openCompanion(shown.index) }
        }
        button.bind(\.name) { shown()?.companion.alternativeText ?? "Advertisement" }
        append(button.cssClass("companion"))
        cssClass("companion-place")
        isVisible = false
        artwork.onShown = { [weak self] in self?.isVisible = $0 }
    }
}
