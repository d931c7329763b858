// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxXML

/// What an element looks like for a time: `set` (TTML2 13.1.3).
struct TTMLAnimation {
    var begin: MediaTime
    var end: MediaTime?
    var values: TTMLStyles.Values

    func isActive(at moment: MediaTime) -> Bool { begin <= moment && (end.map { moment < $0 } ?? true) }

    var moments: [MediaTime] { [begin] + (end.map { [$0] } ?? []) }
}

/// What an element says of its look, at any time.
struct TTMLLayer {
    var values: TTMLStyles.Values
    var animations: [TTMLAnimation] = []

    func values(at moment: MediaTime) -> TTMLStyles.Values {
        if animations.isEmpty { return values }
        // Of those that hold at once, the later in the document wins (TTML2 13.2.1).
        return animations.reduce(values) { $1.isActive(at: moment) ? TTMLStyles.merged($0, $1.values) : $0 }
    }
}

/// What an element has from those around it.
struct TTMLContext {
    var region: String?
    var preservesSpace: Bool
    /// From the body down to the element itself.
    private var layers: [TTMLLayer] = []

    init(preservesSpace: Bool) { self.preservesSpace = preservesSpace }

    func entering(_ element: MarkupElement, _ layer: TTMLLayer) -> TTMLContext {
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

    /// What text in the element has, from `base` on, which is the region's.
    func inherited(at moment: MediaTime, from base: TTMLStyles.Values, _ layout: TTMLLayout) -> TTMLStyles.Values {
        layers.reduce(base) { layout.inheriting($1.values(at: moment), from: $0) }
    }

    /// Whether no element around it, nor itself, is left out.
    func isDisplayed(at moment: MediaTime) -> Bool { layers.allSatisfy { $0.values(at: moment)["display"] != "none" } }

    /// Whether the element, or the nearest around it that says so, is forced; nil where none says anything (IMSC 1.2, 7.4).
    func isForced(at moment: MediaTime) -> Bool? {
        layers.reversed().lazy.compactMap { $0.values(at: moment)["forcedDisplay"] }.first.map { $0 == "true" }
    }

    /// How many there are around it.
    var animations: Int { layers.reduce(0) { $0 + $1.animations.count } }

    /// When an animation around it begins or ends.
    var moments: [MediaTime] { layers.flatMap { $0.animations.flatMap(\.moments) } }
}
