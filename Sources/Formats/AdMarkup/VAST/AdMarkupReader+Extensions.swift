// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

extension AdMarkupReader {
    /// Reads elements of newer versions that older ones carry in extensions of the same type (IAB's CTV addendum of 2024): in ad
    /// extensions for VAST 2.0, in creative extensions for 3.0.
    mutating func readExtensions(into ad: inout VASTAd) {
        for item in ad.extensions { readExtensions(item, into: &ad.creatives) }
        for index in ad.creatives.indices {
            for item in ad.creatives[index].extensions {
                var own = [ad.creatives[index]]
                readExtensions(item, into: &own)
                ad.creatives[index] = own[0]
            }
        }
    }

    private mutating func readExtensions(_ item: VASTExtension, into creatives: inout [VASTCreative]) {
        guard let type = item.type?.lowercased(), Self.lifted.contains(type) else { return }
        let elements = item.element.children.filter { $0.name.lowercased() == type }
        for element in elements.isEmpty && item.element.nonEmptyText != nil ? [item.element] : elements {
            let id = element.value("creativeId") ?? item.element.value("creativeId")
            let isLinear = type != "universaladid"
            guard
                let index = creatives.firstIndex(where: { creative in
                    (id == nil || creative.id == id) && (!isLinear || creative.linear != nil)
                })
            else { continue }
            switch type {
            case "universaladid":
                if let id = universalAdID(element), !creatives[index].universalAdIDs.contains(id) {
                    creatives[index].universalAdIDs.append(id)
                }
            case "mezzanine": if let file = mediaFile(element) { creatives[index].linear?.mezzanines.append(file) }
            case "interactivecreativefile":
                if let file = interactiveFile(element) { creatives[index].linear?.interactiveFiles.append(file) }
            default: creatives[index].linear?.icons.append(icon(element))
            }
        }
    }

    private static let lifted: Set<String> = ["universaladid", "mezzanine", "interactivecreativefile", "icon"]
}
