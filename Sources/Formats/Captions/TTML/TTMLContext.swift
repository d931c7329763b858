// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxXML

/// A `set` animation: style values that apply for a time (TTML2 13.1.3).
struct TTMLAnimation {
    var begin: MediaTime
    var end: MediaTime?
    var values: TTMLStyles.Values

    func isActive(at moment: MediaTime) -> Bool { begin <= moment && (end.map { moment < $0 } ?? true) }

    var moments: [MediaTime] { [begin] + (end.map { [$0] } ?? []) }
}

/// The style values of an element, with its animations.
struct TTMLStyleSet {
    var values: TTMLStyles.Values
    var animations: [TTMLAnimation] = []

    func values(at moment: MediaTime) -> TTMLStyles.Values {
        if animations.isEmpty { return values }
        // If several animations are active, the last one in the document wins (TTML2 13.2.1).
        return animations.reduce(values) { $1.isActive(at: moment) ? TTMLStyles.merged($0, $1.values) : $0 }
    }
}

/// The inherited state of an element.
struct TTMLContext {
    var region: String?
    var preservesSpace: Bool
    /// From the body to the element itself.
    private var layers: [TTMLStyleSet] = []

    init(preservesSpace: Bool) { self.preservesSpace = preservesSpace }

    func entering(_ element: MarkupElement, _ layer: TTMLStyleSet) -> TTMLContext {
        var context = self
        context.layers.append(layer)
        if let region = element.attribute("region") { context.region = region }
        switch element.attribute("space") {
        case "preserve": context.preservesSpace = true
        case "default": context.preservesSpace = false
        default: break
        }
        return context
    }

    /// The element's own values.
    func own(at moment: MediaTime) -> TTMLStyles.Values { layers.last?.values(at: moment) ?? [] }

    /// The values inherited by text in the element, starting from the region's, `base`.
    func inherited(at moment: MediaTime, from base: TTMLStyles.Values, _ layout: TTMLLayout) -> TTMLStyles.Values {
        layers.reduce(base) { layout.inheriting($1.values(at: moment), from: $0) }
    }

    /// Whether neither the element nor an ancestor has `display="none"`.
    func isDisplayed(at moment: MediaTime) -> Bool { layers.allSatisfy { $0.values(at: moment)["display"] != "none" } }

    /// The `forcedDisplay` of the element or its nearest ancestor that sets it; nil if none does (IMSC 1.2, 7.4).
    func isForced(at moment: MediaTime) -> Bool? {
        layers.reversed().lazy.compactMap { $0.values(at: moment)["forcedDisplay"] }.first.map { $0 == "true" }
    }

    /// The number of animations on the element and its ancestors.
    var animations: Int { layers.reduce(0) { $0 + $1.animations.count } }

    /// The times at which one of those animations begins or ends.
    var moments: [MediaTime] { layers.flatMap { $0.animations.flatMap(\.moments) } }
}
