// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxPlayer

/// A slot next to the video for one of an ad's companions; hidden while there is none.
@MainActor public final class CompanionPanel: Box {
    /// - Parameters:
    ///   - slot: index of the companion slot, as configured for the ad player.
    ///   - width: of the slot in logical pixels; the same as configured.
    public init(_ player: any PlayerControlling, slot: Int = 0, width: Int, height: Int) {
        super.init(.vertical)
        func shown() -> (index: Int, companion: AdCompanion)? {
            let all = player.playingBreak?.companions ?? []
            return all.firstIndex { $0.slot == slot }.map { ($0, all[$0]) }
        }
        let artwork = Artwork(width: width, height: height) { await player.imageBytes(of: $0) }
        artwork.bind(\.source) { shown().map { .url($0.companion.image) } ?? .none }
        let button = Button(name: translated("Advertisement"), content: artwork) {
            if let shown = shown(), shown.companion.isClickable { player.openCompanion(shown.index) }
        }
        button.bind(\.name) { shown()?.companion.alternativeText ?? translated("Advertisement") }
        append(button.cssClass("companion"))
        cssClass("companion-place")
        isVisible = false
        artwork.onShown = { [weak self] in self?.isVisible = $0 }
    }
}
