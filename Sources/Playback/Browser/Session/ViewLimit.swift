// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// Limits the quality to what is visible at the size of the view.
struct ViewLimit: Sendable {
    /// The limits that the page requested; the size is that of the view in physical pixels.
    private var wanted = QualityLimits()
    private var sizes: [PixelSize] = []
    private var hasChosenVariant = false

    /// Allows variants up to the smallest one that fills the view. A variant chosen by the viewer is not limited.
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

    /// - Returns: the limits; nil if they can't have changed.
    mutating func select(_ selection: Selection) -> QualityLimits? {
        guard case .variant(let index) = selection else { return nil }
        hasChosenVariant = index != nil
        return limits
    }
}
