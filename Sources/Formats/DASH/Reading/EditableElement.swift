// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

/// A mutable XML element that can be written as markup.
struct EditableElement {
    enum Node {
        case text(String)
        case element(EditableElement)
    }

    private struct Attribute {
        /// The name with its prefix.
        var qualified: String
        var value: String
    }

    let name: String
    private let prefix: String?
    private var attributes: [Attribute]
    var children: [Node]

    /// Copies an element recursively; the reader has limited its depth.
    init(_ element: MarkupElement) {
        name = element.name
        prefix = element.prefix
        attributes = element.attributes.map {
            Attribute(qualified: ($0.prefix.map { prefix in prefix + ":" } ?? "") + $0.name, value: $0.value)
        }
        children = element.content.map { node in
            switch node {
            case .text(let text): .text(text)
            case .element(let child): .element(EditableElement(child))
            }
        }
    }

    static func local(_ name: some StringProtocol) -> String {
        name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? String(name)
    }

    /// An attribute by its local name; nil removes it.
    subscript(_ name: String) -> String? {
        get { attributes.first { Self.local($0.qualified) == name }?.value }
        set {
            let place = attributes.firstIndex { Self.local($0.qualified) == name }
            switch (place, newValue) {
            case (let place?, let value?): attributes[place].value = value
            case (let place?, nil): attributes.remove(at: place)
            case (nil, let value?): attributes.append(Attribute(qualified: name, value: value))
            case (nil, nil): break
            }
        }
    }

    var text: String {
        children.reduce(into: "") { text, node in if case .text(let piece) = node { text += piece } }
    }

    mutating func replaceText(_ text: String) {
        children.removeAll { if case .text = $0 { true } else { false } }
        if !text.isEmpty { children.insert(.text(text), at: 0) }
    }

    /// Changes a descendant.
    /// - Parameter place: the child indexes that lead to it; empty for this element.
    mutating func edit(_ place: ArraySlice<Int>, _ change: (inout EditableElement) -> Void) {
        guard let first = place.first else { return change(&self) }
        guard children.indices.contains(first), case .element(var child) = children[first] else { return }
        // With a single reference, the child is changed in place, and a long document isn't copied.
        children[first] = .text("")
        child.edit(place.dropFirst(), change)
        children[first] = .element(child)
    }

    var markup: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        let qualified = prefix.map { "\($0):\(name)" } ?? name
        text += "<" + qualified
        for attribute in attributes { text += " " + attribute.qualified + "=\"" + attribute.value.escapedForMarkup + "\"" }
        guard !children.isEmpty else {
            text += "/>"
            return
        }
        text += ">"
        for child in children {
            switch child {
            case .text(let piece): text += piece.escapedForMarkup
            case .element(let element): element.write(to: &text)
            }
        }
        text += "</" + qualified + ">"
    }
}
