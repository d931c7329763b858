// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

extension AdMarkupReader {
    /// An integer; in lenient mode also with a unit or a fraction, as in `640px` and `29.97`.
    mutating func integer(_ name: StaticString, of element: MarkupElement) -> Int? {
        guard let text = element.value(name) else { return nil }
        if let number = Int(text) { return number }
        if mode == .lenient {
            let digits = text.prefix { $0.isASCII && $0.isNumber }
            if let number = Int(digits) { return number }
        }
        problem(.schema, at: element, "\(name) is not a number: \(text.prefix(60))", "write an integer")
        return nil
    }

    mutating func decimal(_ name: StaticString, of element: MarkupElement) -> Double? {
        guard let text = element.value(name) else { return nil }
        if let number = Double(text), number.isFinite { return number }
        problem(.schema, at: element, "\(name) is not a number: \(text.prefix(60))", "write a decimal number")
        return nil
    }

    mutating func flag(_ name: StaticString, of element: MarkupElement) -> Bool? {
        guard let text = element.value(name) else { return nil }
        if let flag = element.flag(name) { return flag }
        problem(.schema, at: element, "\(name) is neither true nor false: \(text.prefix(60))", "write true or false")
        return nil
    }

    mutating func seconds(_ text: String, of element: MarkupElement) -> Double? {
        if let seconds = ClockTime.seconds(text, isStrict: mode == .strict) { return seconds }
        problem(.schema, at: element, "\(text.prefix(60)) is not a time", "write HH:MM:SS or HH:MM:SS.mmm")
        return nil
    }

    mutating func seconds(attribute name: StaticString, of element: MarkupElement) -> Double? {
        guard let text = element.value(name) else { return nil }
        return seconds(text, of: element)
    }

    /// A time, or a percentage of the duration.
    mutating func offset(_ text: String, of element: MarkupElement) -> VASTOffset? {
        guard text.hasSuffix("%") else { return seconds(text, of: element).map { .seconds($0) } }
        if let percent = Double(String(text.dropLast()).trimmedBlanks), percent >= 0, percent <= 100 { return .percent(percent) }
        problem(.schema, at: element, "\(text.prefix(60)) is not a percentage of the duration", "write 0% to 100%")
        return nil
    }

    /// The URL in an element's text; old documents have several, each in a `URL` element.
    func links(_ element: MarkupElement) -> [VASTLink] {
        var links: [VASTLink] = []
        if let url = element.nonEmptyText { links.append(VASTLink(id: element.value("id"), url: url)) }
        for child in element.elements where child.isNamed("URL") {
            if let url = child.nonEmptyText { links.append(VASTLink(id: child.value("id") ?? element.value("id"), url: url)) }
        }
        return links
    }

    func urls(_ element: MarkupElement) -> [String] {
        var urls = element.nonEmptyText.map { [$0] } ?? []
        for child in element.elements where child.isNamed("URL") {
            if let url = child.nonEmptyText { urls.append(url) }
        }
        return urls
    }

    mutating func tracking(_ container: MarkupElement) -> [VASTTracking] {
        var tracking: [VASTTracking] = []
        for element in container.elements where element.isNamed("Tracking") {
            guard let written = element.value("event") else {
                problem(.schema, at: element, "the event is missing", "add the name of the event")
                continue
            }
            let event = VASTEventName.known(written)
            if mode == .strict, event != written { problem(.schema, at: element, "\(written.prefix(60)) is misspelt", "write \(event)") }
            let offset = element.value("offset").flatMap { self.offset($0, of: element) }
            require(event != "progress" || offset != nil, "the offset of progress", of: element)
            for url in urls(element) { tracking.append(VASTTracking(event: event, url: url, offset: offset)) }
        }
        return tracking
    }

    /// The content of an element for parameters and HTML, which may be child elements instead of text.
    func verbatim(_ element: MarkupElement) -> String? {
        if element.elements.contains(where: { _ in true }) { return element.contentMarkup }
        return element.nonEmptyText
    }

    func adParameters(_ element: MarkupElement) -> VASTAdParameters? {
        verbatim(element).map { VASTAdParameters(text: $0, isXMLEncoded: element.flag("xmlEncoded") ?? false) }
    }

    mutating func resource(_ element: MarkupElement) -> VASTResource? {
        if element.isNamed("StaticResource") {
            require(element.value("creativeType") != nil, "creativeType", of: element)
            return element.nonEmptyText.map { .fixed(url: $0, creativeType: element.value("creativeType")) }
        }
        if element.isNamed("IFrameResource") { return element.nonEmptyText.map { .iframe(url: $0) } }
        if element.isNamed("HTMLResource") { return verbatim(element).map { .html($0) } }
        return nil
    }
}
