// SPDX-License-Identifier: Apache-2.0

/// An element of an XML document.
///
/// Names are local names as written, without prefix, because documents in use vary in prefixes and often do not declare them.
/// An element keeps its whole document in memory; ``copy(adding:)`` makes one that does not.
public struct MarkupElement: Hashable, Sendable {
    let storage: MarkupStorage
    let index: Int

    var tree: MarkupTree { storage.tree }
    var node: MarkupTree.Node { storage.tree.nodes[index] }

    init(_ storage: MarkupStorage, _ index: Int) {
        self.storage = storage
        self.index = index
    }

    /// The local name, in its original case.
    public var name: String { tree.string(node.name.local) }
    /// The prefix as written, even if it is undeclared.
    public var prefix: String? { tree.prefix(node.name) }
    /// The namespace name; nil if there is none or the prefix is undeclared.
    public var namespace: String? { tree.namespace(node.name) }
    /// The line where its start tag ends, from 1.
    public var line: Int { Int(node.line) }

    /// Attributes in document order, without namespace declarations.
    public var attributes: [MarkupAttribute] {
        tree.attributes[node.attributes.range].map { attribute in
            MarkupAttribute(
                name: tree.string(attribute.name.local), prefix: tree.prefix(attribute.name), namespace: tree.namespace(attribute.name),
                value: tree.string(attribute.value.range))
        }
    }

    /// Text and elements in document order. Adjacent text and CDATA sections are merged.
    public var content: [MarkupNode] {
        var nodes: [MarkupNode] = []
        for index in positions {
            let node = tree.nodes[index]
            nodes.append(node.isText ? .text(tree.string(node.name.whole.range)) : .element(MarkupElement(storage, index)))
        }
        return nodes
    }

    public static func == (left: MarkupElement, right: MarkupElement) -> Bool {
        if left.storage === right.storage, left.index == right.index { return true }
        return left.line == right.line && left.name == right.name && left.prefix == right.prefix && left.namespace == right.namespace
            && left.attributes == right.attributes && left.content == right.content
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(attributes)
        hasher.combine(text)
    }

    /// A copy with additional attributes, in its own document.
    public func copy(adding attributes: [MarkupAttribute] = []) -> MarkupElement {
        var copy = MarkupTree()
        add(to: &copy, attributes)
        return MarkupElement(MarkupStorage(copy), 0)
    }

    private func add(to copy: inout MarkupTree, _ more: [MarkupAttribute]) {
        let first = copy.attributes.count
        for attribute in attributes + more {
            let name = copy.append(attribute.name, attribute.prefix, attribute.namespace)
            copy.attributes.append(.init(name: name, value: copy.append(bytes: attribute.value.utf8)))
        }
        let position = copy.open(copy.append(name, prefix, namespace), attributes: .init(first, copy.attributes.count), line: line)
        for node in content {
            switch node {
            case .text(let text): copy.append(text: copy.append(bytes: text.utf8))
            case .element(let child): child.add(to: &copy, [])
            }
        }
        copy.close(position)
    }
}

extension MarkupTree {
    /// Appends a name assembled from its parts.
    fileprivate mutating func append(_ name: String, _ prefix: String?, _ namespace: String?) -> Name {
        let whole = append(bytes: (prefix.map { $0 + ":" } ?? "").utf8.map { $0 } + name.utf8)
        return Name(whole: whole, prefix: Int32(prefix?.utf8.count ?? 0), namespace: namespace.map { self.namespace($0) } ?? -1)
    }
}

/// An attribute; its value has entities resolved and white space normalised (XML 1.0, 3.3.3).
public struct MarkupAttribute: Hashable, Sendable {
    /// The local name, in its original case.
    public var name: String
    /// The prefix as written; nil if the name has none.
    public var prefix: String?
    /// nil for an attribute without a prefix, or with an undeclared one.
    public var namespace: String?
    /// The value, with references replaced and white space normalized (XML 1.0, section 3.3.3).
    public var value: String

    public init(name: String, prefix: String? = nil, namespace: String? = nil, value: String) {
        self.name = name
        self.prefix = prefix
        self.namespace = namespace
        self.value = value
    }
}

/// A child of an element. Comments and processing instructions are left out.
public enum MarkupNode: Hashable, Sendable {
    /// Text between tags, with references and CDATA sections replaced.
    case text(String)
    /// An element inside.
    case element(MarkupElement)
}
