// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxXML

/// Resolves BaseURL elements and collects alternative locations.
struct DASHBaseReader {
    private static let maxLocationCount = 10
    private static let maxChoices = 1000

    private(set) var choices: [DASHBaseChoice] = []
    private var known: Set<DASHBaseChoice> = []

    /// The base URL for relative URLs inside an element.
    mutating func base(of element: MarkupElement, in outer: String) -> String {
        var locations: [DASHBaseChoice.Location] = []
        for child in Self.sorted(element.elements.filter { $0.name == "BaseURL" }) where locations.count < Self.maxLocationCount {
            let text = child.text
            guard !text.isEmpty else { continue }
            let url = URIResolver.resolve(text, against: outer)
            guard !locations.contains(where: { $0.url == url }) else { continue }
            locations.append(.init(url: url, service: child.trimmed("serviceLocation").flatMap { $0.isEmpty ? nil : $0 }))
        }
        guard let first = locations.first else { return outer }
        let choice = DASHBaseChoice(locations: locations)
        // A steering server may clone a named service even if it is the only one.
        guard locations.count > 1 || first.service != nil else { return first.url }
        if choices.count < Self.maxChoices, known.insert(choice).inserted { choices.append(choice) }
        return first.url
    }

    /// In the order of DVB's priorities (ETSI TS 103 285, 10.8.2.1), the heaviest first among equal ones; otherwise in the author's order.
    private static func sorted(_ elements: [MarkupElement]) -> [MarkupElement] {
        guard elements.count > 1 else { return elements }
        func number(_ element: MarkupElement, _ name: String) -> Int { element.trimmed(name).flatMap { Int($0) } ?? 1 }
        let ranked = elements.enumerated().map { (number($1, "priority"), number($1, "weight"), $0, $1) }
        return ranked.sorted { ($0.0, $1.1, $0.2) < ($1.0, $0.1, $1.2) }.map(\.3)
    }
}

extension DASHManifest {
    /// The locations of a resource with their services. The first is the URL itself.
    package func locations(of url: String) -> [DASHBaseChoice.Location] {
        var locations = [DASHBaseChoice.Location(url: url, service: nil)]
        // The longest URLs belong to the innermost element, which comes first.
        for choice in bases.sorted(by: { $0.locations[0].url.utf8.count > $1.locations[0].url.utf8.count }) {
            let first = choice.locations[0]
            let (folder, isWhole) = (Self.folder(first.url), url == first.url)
            guard isWhole || url.hasPrefix(folder) else { continue }
            if locations[0].service == nil { locations[0].service = first.service ?? first.url }
            for other in choice.locations.dropFirst() {
                let address = isWhole ? other.url : Self.folder(other.url) + url.dropFirst(folder.count)
                guard !locations.contains(where: { $0.url == address }) else { continue }
                locations.append(.init(url: address, service: other.service ?? other.url))
            }
        }
        return locations
    }

    /// A URL up to and including its last slash.
    private static func folder(_ url: String) -> String {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        guard let slash = path.lastIndex(of: "/") else { return String(path) }
        return String(path[...slash])
    }
}
