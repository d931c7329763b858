// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

extension AdMarkupReader {
    mutating func vast(_ root: MarkupElement) throws(VASTError) -> VASTDocument {
        var document = VASTDocument(version: root.value("version"))
        try checkVersion(document.version, of: root)
        let known = problems.count
        document.ads = within(path.isEmpty ? "VAST" : "VASTAdData/VAST") { reader in
            var ads: [VASTAd] = []
            var count = 0
            var sequences: Set<Int> = []
            for element in root.elements {
                if element.isNamed("Ad") {
                    count += 1
                    let name = "Ad[\(count)]"
                    guard let ad = reader.within(name, { $0.ad(element) }) else { continue }
                    if let sequence = ad.sequence, !sequences.insert(sequence).inserted {
                        reader.within(name) {
                            $0.problem(
                                .schema, at: element, "two ads have the sequence \(sequence)",
                                "give each ad of the pod a different number")
                        }
                    }
                    ads.append(ad)
                } else if element.isNamed("Error") {
                    document.errors += reader.urls(element)
                }
            }
            return ads
        }
        document.problems = depth == 0 ? problems : Array(problems[known...])
        return document
    }

    private mutating func checkVersion(_ text: String?, of root: MarkupElement) throws(VASTError) {
        guard let text else {
            require(false, "version", of: root)
            return
        }
        version = Double(text.split(separator: ".").prefix(2).joined(separator: ".")) ?? 0
        if version >= 2 && version < 5 {
            if mode == .lenient || Self.versions.contains(text) { return }
        } else if version >= 1, version < 2 {
            throw VASTError(
                .version, location: "VAST", line: root.line, message: "VAST \(text.prefix(20)) is unsupported", remedy: "serve 2.0 to 4.3")
        }
        problem(.version, at: root, "unknown VAST version \(text.prefix(20))", "serve one of 2.0 to 4.3")
    }

    private static let versions: Set<String> = ["2.0", "2.0.1", "3.0", "4.0", "4.1", "4.2", "4.3"]

    private mutating func ad(_ element: MarkupElement) -> VASTAd? {
        for child in element.elements {
            let kind: VASTAd.Kind
            if child.isNamed("InLine") { kind = .inline } else if child.isNamed("Wrapper") { kind = .wrapper } else { continue }
            if element.elements.contains(where: { $0.isNamed(kind == .inline ? "Wrapper" : "InLine") }) {
                problem(.schema, at: element, "the ad has both InLine and Wrapper; the first is used", "remove one of them")
            }
            var ad = VASTAd(kind: kind, id: element.value("id"), sequence: sequence(of: element), line: element.line)
            ad.isConditional = flag("conditionalAd", of: element)
            ad.adType = element.value("adType")
            within(kind == .inline ? "InLine" : "Wrapper") { reader in
                if kind == .wrapper { ad.wrapper = reader.wrapper(child) }
                reader.fill(&ad, from: child)
                reader.readExtensions(into: &ad)
                reader.check(ad, child)
            }
            return ad
        }
        problem(.schema, at: element, "the ad has neither InLine nor Wrapper", "add one of them")
        return nil
    }

    /// The position in a pod; nil for a stand-alone ad.
    private mutating func sequence(of element: MarkupElement) -> Int? {
        guard let number = integer("sequence", of: element) else { return nil }
        if number > 0 { return number }
        problem(.schema, at: element, "the sequence is \(number)", "start at 1")
        return nil
    }

    private mutating func wrapper(_ element: MarkupElement) -> VASTWrapper {
        var wrapper = VASTWrapper()
        wrapper.followAdditionalWrappers = flag("followAdditionalWrappers", of: element)
        wrapper.allowMultipleAds = flag("allowMultipleAds", of: element)
        wrapper.fallbackOnNoAd = flag("fallbackOnNoAd", of: element)
        return wrapper
    }

    private mutating func fill(_ ad: inout VASTAd, from element: MarkupElement) {
        for child in element.elements {
            switch child.lowercasedName {
            case "adsystem": (ad.system, ad.systemVersion) = (child.nonEmptyText, child.value("version"))
            case "adtitle": ad.title = child.nonEmptyText
            case "adservingid": ad.servingID = child.nonEmptyText
            case "description": ad.summary = child.nonEmptyText
            case "advertiser": (ad.advertiser, ad.advertiserID) = (child.nonEmptyText, child.value("id"))
            case "pricing":
                ad.pricing = child.nonEmptyText.map { .init(value: $0, model: child.value("model"), currency: child.value("currency")) }
            case "survey": (ad.survey, ad.surveyType) = (urls(child).first, child.value("type"))
            case "expires":
                ad.expires = child.nonEmptyText.flatMap { Int($0) }
                if ad.expires == nil { problem(.schema, at: child, "it is not a number of seconds", "write an integer") }
            case "category": ad.categories.append(category(child))
            case "impression": ad.impressions += links(child)
            case "error": ad.errors += urls(child)
            case "viewableimpression": ad.viewableImpression = viewableImpression(child)
            case "adverifications": ad.verifications += verifications(child, isFromExtension: false)
            case "extensions": ad.extensions += extensions(child)
            case "creatives": ad.creatives += creatives(child)
            case "vastadtaguri", "vastadtagurl", "url":
                if ad.wrapper?.tagURI == nil { ad.wrapper?.tagURI = urls(child).first }
            case "blockedadcategories": ad.wrapper?.blockedCategories.append(category(child))
            default: break
            }
        }
        for item in ad.extensions where item.type?.lowercased() == "adverifications" {
            ad.verifications += verifications(item.element.first("AdVerifications") ?? item.element, isFromExtension: true)
        }
    }

    private func category(_ element: MarkupElement) -> VASTCategory {
        VASTCategory(authority: element.value("authority"), value: element.text)
    }

    func viewableImpression(_ element: MarkupElement) -> VASTViewableImpression {
        var impression = VASTViewableImpression(id: element.value("id"))
        for child in element.elements {
            switch child.lowercasedName {
            case "viewable": impression.viewable += urls(child)
            case "notviewable": impression.notViewable += urls(child)
            case "viewundetermined": impression.undetermined += urls(child)
            default: break
            }
        }
        return impression
    }

    func extensions(_ container: MarkupElement) -> [VASTExtension] {
        container.children.filter { $0.isNamed("Extension") || $0.isNamed("CreativeExtension") }
            .map { VASTExtension(type: $0.value("type"), element: $0) }
    }

    /// Checks what the schema requires (VAST 4.3, 3.4 and 3.19).
    private mutating func check(_ ad: VASTAd, _ element: MarkupElement) {
        guard mode == .strict else {
            if let wrapper = ad.wrapper, wrapper.tagURI == nil {
                problem(.wrapper, at: element, "the wrapper has no URL", "add VASTAdTagURI")
            }
            return
        }
        require(ad.system != nil, "AdSystem", of: element)
        require(element.children.contains { $0.isNamed("Impression") }, "Impression", of: element)
        if let wrapper = ad.wrapper {
            require(wrapper.tagURI != nil, "VASTAdTagURI", of: element)
        } else {
            require(ad.title != nil, "AdTitle", of: element)
            require(!ad.creatives.isEmpty, "Creatives with a creative", of: element)
            if version >= 4.1 { require(ad.servingID != nil, "AdServingId", of: element) }
        }
    }
}
