// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

/// An element that can be changed and written again.
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

    /// Recursive: the depth of documents is limited when they are read.
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
            let position = attributes.firstIndex { Self.local($0.qualified) == name }
            switch (position, newValue) {
            case (let position?, let value?): attributes[position].value = value
            case (let position?, nil): attributes.remove(at: position)
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

    /// Changes the element at a position: the index of the child at each level.
    mutating func edit(_ position: ArraySlice<Int>, _ change: (inout EditableElement) -> Void) {
        guard let first = position.first else { return change(&self) }
        guard children.indices.contains(first), case .element(var child) = children[first] else { return }
        // Removes the child first, so that it has a single owner and is changed without copying.
        children[first] = .text("")
        child.edit(position.dropFirst(), change)
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
        for attribute in attributes { text += " " + attribute.qualified + "=\"" + attribute.value.escapedForAttribute + "\"" }
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
