// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// Which qualities are worth loading for the size at which they are shown.
struct ViewLimit: Sendable {
    /// What the page asked for; its size is that of the view in physical pixels.
    private var wanted = QualityLimits()
    private var sizes: [PixelSize] = []
    private var hasChosenVariant = false

    /// The smallest variant that fills the view is allowed, but no larger one. The viewer's own choice is not limited.
    var limits: QualityLimits {
        var limits = wanted
        guard let view = wanted.size else { return limits }
        if hasChosenVariant {
            limits.size = nil
        } else if let enough = sizes.filter({ $0.width >= view.width || $0.height >= view.height }).min(by: { $0.width < $1.width }) {
            limits.size = PixelSize(width: max(view.width, enough.width), height: max(view.height, enough.height))
        }
        return limits
    }

    mutating func want(_ limits: QualityLimits) -> QualityLimits {
        wanted = limits
        return self.limits
    }

    mutating func present(_ presentation: Presentation) { sizes = presentation.variants.compactMap { $0.size } }

    /// - Returns: the limits, if they may have changed.
    mutating func select(_ selection: Selection) -> QualityLimits? {
        guard case .variant(let index) = selection else { return nil }
        hasChosenVariant = index != nil
        return limits
    }
}
