// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

/// What an element has from those around it.
struct TTMLContext {
    var region: String?
    var preservesSpace: Bool
    /// Of text in the element.
    var inherited: TTMLStyles.Values = []
    /// Of the element itself.
    var own: TTMLStyles.Values = []

    init(preservesSpace: Bool) { self.preservesSpace = preservesSpace }

    func entering(_ element: MarkupElement, _ values: TTMLStyles.Values) -> TTMLContext {
        var context = self
        context.own = values
        context.inherited = TTMLStyles.merged(inherited, values.filter { TTMLStyles.isInherited($0.name) })
        if let region = element.attribute("region") { context.region = region }
        switch element.attribute("space") {
        case "preserve": context.preservesSpace = true
        case "default": context.preservesSpace = false
        default: break
        }
        return context
    }
}
