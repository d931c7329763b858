// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup
import WindowboxHLS
import WindowboxXML

/// Data of an ad for apps that understand it, passed on unchanged.
public struct AdExtensions: Hashable, Sendable, Codable {
    /// An element in the extensions of an ad or a creative.
    struct Element: Hashable, Sendable, Codable {
        struct Attribute: Hashable, Sendable, Codable { var name, value: String }

        var name: String
        var attributes: [Attribute]
        var text: String
        var children: [Element]
    }

    /// The URL of the mezzanine file.
    var mezzanine: String?
    /// For an interactive creative.
    var parameters: String?
    var extensions: [Element]

    /// The limits of elements per ad, their depth, and the characters of each text. The rest is left out, because sessions store it.
    private static let (maxElements, maxLevels, maxLetters) = (128, 8, 4096)

    /// Nil if there is no such data.
    init?(_ ad: VASTAd, _ creative: VASTCreative) {
        mezzanine = creative.linear?.mezzanines.first?.url
        parameters = creative.linear?.adParameters.map { String($0.text.prefix(Self.maxLetters)) }
        var left = Self.maxElements
        // Verification vendors are read elsewhere, wherever they are.
        extensions = (ad.extensions + creative.extensions).filter { $0.type?.lowercased() != "adverifications" }.compactMap {
            Self.element($0.element, level: 0, &left)
        }
        guard mezzanine != nil || parameters != nil || !extensions.isEmpty else { return nil }
    }

    private static func element(_ markup: MarkupElement, level: Int, _ left: inout Int) -> Element? {
        guard left > 0, level < maxLevels else { return nil }
        left -= 1
        var element = Element(
            name: markup.name,
            attributes: markup.attributes.map { .init(name: $0.name, value: String($0.value.prefix(maxLetters))) }, text: "",
            children: [])
        for node in markup.content {
            switch node {
            case .text(let text): element.text += text
            case .element(let child): if let child = self.element(child, level: level + 1, &left) { element.children.append(child) }
            }
        }
        element.text = String(element.text.drop(while: \.isWhitespace).prefix(maxLetters))
        while element.text.last?.isWhitespace == true { element.text.removeLast() }
        return element
    }

    /// The ad's members in a tracking document.
    var members: [(String, JSONValue?)] {
        [
            ("mediaFiles", mezzanine.map { .record([("mezzanine", .string($0))]) }), ("adParameters", .text(parameters)),
            ("extensions", extensions.isEmpty ? nil : .array(extensions.map(\.json))),
        ]
    }
}

extension AdExtensions.Element {
    fileprivate var json: JSONValue {
        .record([
            ("name", .string(name)),
            ("attributes", .object(attributes.map { .init(name: $0.name, value: .string($0.value)) })),
            ("content", text.isEmpty ? nil : .string(text)),
            ("children", children.isEmpty ? nil : .array(children.map(\.json))),
        ])
    }
}
