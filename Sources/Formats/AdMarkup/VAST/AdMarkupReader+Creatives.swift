// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

extension AdMarkupReader {
    mutating func creatives(_ container: MarkupElement) -> [VASTCreative] {
        var creatives: [VASTCreative] = []
        for element in container.elements where element.isNamed("Creative") {
            let name = "Creatives/Creative[\(creatives.count + 1)]"
            creatives.append(within(name) { $0.creative(element) })
        }
        return creatives
    }

    private mutating func creative(_ element: MarkupElement) -> VASTCreative {
        var creative = VASTCreative()
        creative.id = element.value("id")
        creative.adID = element.value("adId")
        creative.sequence = integer("sequence", of: element)
        creative.apiFramework = element.value("apiFramework")
        creative.line = element.line
        for child in element.elements {
            switch child.lowercasedName {
            case "universaladid":
                if let id = universalAdID(child) { creative.universalAdIDs.append(id) }
            case "creativeextensions": creative.extensions += extensions(child)
            case "linear": creative.linear = within("Linear") { $0.linear(child) }
            case "companionads": creative.companions = within("CompanionAds") { $0.companionAds(child) }
            case "nonlinearads": creative.nonLinears = within("NonLinearAds") { $0.nonLinearAds(child) }
            default: break
            }
        }
        if version >= 4, path.contains("InLine") {
            require(!creative.universalAdIDs.isEmpty, "UniversalAdId", of: element)
        }
        return creative
    }

    /// Reads the value from the text or, for VAST 4.0, from an attribute; there the text may be anything.
    func universalAdID(_ element: MarkupElement) -> VASTUniversalAdID? {
        guard let value = element.value("idValue") ?? element.nonEmptyText else { return nil }
        return VASTUniversalAdID(registry: element.value("idRegistry"), value: value)
    }

    private mutating func companionAds(_ element: MarkupElement) -> VASTCompanionAds {
        var ads = VASTCompanionAds(required: element.value("required"))
        for child in element.elements where child.isNamed("Companion") { ads.companions.append(companion(child)) }
        return ads
    }

    private mutating func companion(_ element: MarkupElement) -> VASTCompanion {
        var companion = VASTCompanion(id: element.value("id"))
        companion.width = integer("width", of: element)
        companion.height = integer("height", of: element)
        companion.assetWidth = integer("assetWidth", of: element)
        companion.assetHeight = integer("assetHeight", of: element)
        companion.expandedWidth = integer("expandedWidth", of: element)
        companion.expandedHeight = integer("expandedHeight", of: element)
        companion.apiFramework = element.value("apiFramework")
        companion.adSlotID = element.value("adSlotId")
        companion.pixelRatioText = element.value("pxratio")
        companion.pixelRatio = decimal("pxratio", of: element)
        companion.renderingMode = element.value("renderingMode")
        require(companion.width != nil && companion.height != nil, "width or height", of: element)
        for child in element.elements {
            switch child.lowercasedName {
            case "alttext": companion.altText = child.nonEmptyText
            case "companionclickthrough": companion.clicks.through = links(child).first
            case "companionclicktracking": companion.clicks.tracking += links(child)
            case "adparameters": companion.adParameters = adParameters(child)
            case "trackingevents": companion.tracking += tracking(child)
            case "creativeextensions": companion.extensions += extensions(child)
            default: if let resource = resource(child) { companion.resources.append(resource) }
            }
        }
        return companion
    }

    private mutating func nonLinearAds(_ element: MarkupElement) -> VASTNonLinearAds {
        var ads = VASTNonLinearAds()
        for child in element.elements {
            if child.isNamed("NonLinear") { ads.nonLinears.append(nonLinear(child)) }
            if child.isNamed("TrackingEvents") { ads.tracking += tracking(child) }
        }
        return ads
    }

    private mutating func nonLinear(_ element: MarkupElement) -> VASTNonLinear {
        var ad = VASTNonLinear(id: element.value("id"))
        ad.width = integer("width", of: element)
        ad.height = integer("height", of: element)
        ad.expandedWidth = integer("expandedWidth", of: element)
        ad.expandedHeight = integer("expandedHeight", of: element)
        ad.isScalable = flag("scalable", of: element)
        ad.maintainsAspectRatio = flag("maintainAspectRatio", of: element)
        ad.minimumDuration = seconds(attribute: "minSuggestedDuration", of: element)
        ad.apiFramework = element.value("apiFramework")
        if path.contains("InLine") { require(ad.width != nil && ad.height != nil, "width or height", of: element) }
        for child in element.elements {
            switch child.lowercasedName {
            case "nonlinearclickthrough": ad.clicks.through = links(child).first
            case "nonlinearclicktracking": ad.clicks.tracking += links(child)
            case "adparameters": ad.adParameters = adParameters(child)
            default: if let resource = resource(child) { ad.resources.append(resource) }
            }
        }
        return ad
    }
}
