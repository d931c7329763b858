// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

// What quality is kept to. Which one is loaded at the moment tells ``Player/presentationSize``.
extension Player {
    /// What a menu lists, the best first; empty where there is nothing to choose.
    public var qualityOptions: [QualityOption] { QualityOption.all(of: selection.presentation) }

    /// What playing is kept to; nil while the player chooses by itself.
    public var selectedQuality: QualityOption? { selection.quality }

    /// Keeps to a quality of the current item, or with nil to none. Items that follow are kept to the same size where they have it.
    public func select(_ quality: QualityOption?) { tell(selection.keep(to: quality)) }
}
