// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

extension AdMarkupReader {
    mutating func vmap(_ root: MarkupElement) throws(VASTError) -> VMAPDocument {
        guard depth == 0 else {
            throw VASTError(
                .schema, location: path.joined(separator: "/"), line: root.line, message: "the schedule is nested", remedy: "serve VAST")
        }
        depth = 1
        var document = VMAPDocument(version: root.value("version"))
        require(document.version != nil, "version", of: root)
        path = ["VMAP"]
        for element in root.elements {
            if element.isNamed("AdBreak") {
                path.append("AdBreak[\(document.breaks.count + 1)]")
                document.breaks.append(adBreak(element))
                path.removeLast()
            } else if element.isNamed("Extensions") {
                document.extensions += extensions(element)
            }
        }
        document.problems = problems
        return document
    }

    private mutating func adBreak(_ element: MarkupElement) -> VMAPBreak {
        let text = element.value("timeOffset")
        var adBreak = VMAPBreak(
            offset: text.flatMap { breakOffset($0, of: element) }, offsetText: text,
            types: (element.value("breakType") ?? "").split { $0 == "," || $0.isWhitespace }.map { $0.lowercased() },
            id: element.value("breakId"),
            repeatAfter: seconds(attribute: "repeatAfter", of: element), tracking: [], extensions: [], line: element.line)
        if text == nil { problem(.schema, at: element, "timeOffset is missing", "add the time of the break") }
        require(!adBreak.types.isEmpty, "breakType", of: element)
        for child in element.elements {
            switch child.lowercasedName {
            case "adsource": adBreak.source = adSource(child)
            case "trackingevents": adBreak.tracking += tracking(child)
            case "extensions": adBreak.extensions += extensions(child)
            default: break
            }
        }
        return adBreak
    }

    /// Parses a break's time offset (VMAP 1.0.1, 2.3.1.1).
    private mutating func breakOffset(_ text: String, of element: MarkupElement) -> VMAPOffset? {
        switch text.lowercased() {
        case "start": return .start
        case "end": return .end
        default: break
        }
        if text.hasPrefix("#") {
            if let number = Int(text.dropFirst()), number > 0 { return .position(number) }
            problem(.schema, at: element, "\(text.prefix(60)) is not a position", "write # and a number from 1")
            return nil
        }
        switch offset(text, of: element) {
        case .seconds(let seconds): return .seconds(seconds)
        case .percent(let percent): return .percent(percent)
        case nil: return nil
        }
    }

    private mutating func adSource(_ element: MarkupElement) -> VMAPAdSource {
        var source = VMAPAdSource(id: element.value("id"))
        source.allowMultipleAds = flag("allowMultipleAds", of: element)
        source.followRedirects = flag("followRedirects", of: element)
        for child in element.elements {
            switch child.lowercasedName {
            case "vastaddata", "vastdata":
                if let document = embedded(child) { source.content = .vast(document) }
            case "adtaguri":
                require(child.value("templateType") != nil, "templateType", of: child)
                if let url = child.nonEmptyText { source.content = .tag(url: url, templateType: child.value("templateType")) }
            case "customaddata":
                if let text = verbatim(child) { source.content = .custom(text, templateType: child.value("templateType")) }
            default: break
            }
        }
        if source.content == nil { problem(.schema, at: element, "the source has no ads", "add VASTAdData or AdTagURI") }
        return source
    }

    /// VAST as child elements, or as text, which some servers put in a CDATA section.
    private mutating func embedded(_ element: MarkupElement) -> VASTDocument? {
        do throws(VASTError) {
            if let root = element.children.first(where: { $0.isNamed("VAST") }) { return try vast(root) }
            guard let text = element.nonEmptyText else {
                throw VASTError(.schema, message: "there is no VAST document", remedy: "put a VAST document here")
            }
            let markup: MarkupDocument
            do {
                markup = try MarkupDocument.read(Array(text.utf8), mode: mode == .strict ? .strict : .lenient, limits: AdMarkup.limits)
            } catch { throw VASTError(error) }
            guard markup.root.isNamed("VAST") else {
                throw VASTError(.schema, message: "\(markup.root.name.prefix(60)) is not VAST", remedy: "put a VAST document here")
            }
            return try vast(markup.root)
        } catch {
            problem(error.code, at: element, error.message, error.remedy)
            return nil
        }
    }
}
