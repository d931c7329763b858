// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxXML

/// Reads what names are relative to, and collects where the same media can be had besides.
struct DASHBaseReader {
    private static let mostPlaces = 10
    private static let mostChoices = 1000

    private(set) var choices: [DASHBaseChoice] = []
    private var known: Set<DASHBaseChoice> = []

    /// What names are relative to within an element.
    mutating func base(of element: MarkupElement, in outer: String) -> String {
        var places: [DASHBaseChoice.Place] = []
        for child in element.elements where child.name == "BaseURL" && places.count < Self.mostPlaces {
            let text = child.text
            guard !text.isEmpty else { continue }
            let url = URIResolver.resolve(text, against: outer)
            guard !places.contains(where: { $0.url == url }) else { continue }
            places.append(.init(url: url, service: child.trimmed("serviceLocation").flatMap { $0.isEmpty ? nil : $0 }))
        }
        guard let first = places.first else { return outer }
        let choice = DASHBaseChoice(places: places)
        if places.count > 1, choices.count < Self.mostChoices, known.insert(choice).inserted { choices.append(choice) }
        return first.url
    }
}

extension DASHManifest {
    /// Where a resource of the manifest can be had, beginning with the address itself, and what fails together with each place.
    package func places(of url: String) -> [DASHBaseChoice.Place] {
        var places = [DASHBaseChoice.Place(url: url, service: nil)]
        // The innermost element's choice first: its addresses are the longest.
        for choice in bases.sorted(by: { $0.places[0].url.utf8.count > $1.places[0].url.utf8.count }) {
            let first = choice.places[0]
            let (folder, isWhole) = (Self.folder(first.url), url == first.url)
            guard isWhole || url.hasPrefix(folder) else { continue }
            if places[0].service == nil { places[0].service = first.service ?? first.url }
            for other in choice.places.dropFirst() {
                let address = isWhole ? other.url : Self.folder(other.url) + url.dropFirst(folder.count)
                guard !places.contains(where: { $0.url == address }) else { continue }
                places.append(.init(url: address, service: other.service ?? other.url))
            }
        }
        return places
    }

    /// What names are resolved against: an address without what follows its last slash.
    private static func folder(_ url: String) -> String {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        guard let slash = path.lastIndex(of: "/") else { return String(path) }
        return String(path[...slash])
    }
}
