// SPDX-License-Identifier: Apache-2.0

/// An element of an XML document.
///
/// Names are local names as written, without prefix: what is in the wild differs in prefixes, and often declares none of them.
/// An element keeps its document in memory; ``copy(adding:)`` is one that doesn't.
public struct MarkupElement: Hashable, Sendable {
    let storage: MarkupStorage
    let index: Int

    var tree: MarkupTree { storage.tree }
    var node: MarkupTree.Node { storage.tree.nodes[index] }

    init(_ storage: MarkupStorage, _ index: Int) {
        self.storage = storage
        self.index = index
    }

    /// The local name, in the case it was written in.
    public var name: String { tree.string(node.name.local) }
    /// As written, also when no namespace was declared for it.
    public var prefix: String? { tree.prefix(node.name) }
    /// The namespace's name, nil when there is none or its prefix is not declared.
    public var namespace: String? { tree.namespace(node.name) }
    /// Where its start tag ends, from 1.
    public var line: Int { Int(node.line) }

    /// In the order of the document, declarations of namespaces left out.
    public var attributes: [MarkupAttribute] {
        tree.attributes[node.attributes.range].map { attribute in
            MarkupAttribute(
                name: tree.string(attribute.name.local), prefix: tree.prefix(attribute.name), namespace: tree.namespace(attribute.name),
                value: tree.string(attribute.value.range))
        }
    }

    /// Text and elements in the order of the document. Neighbouring text is one piece, whatever of it was in CDATA sections.
    public var content: [MarkupNode] {
        var nodes: [MarkupNode] = []
        for index in places {
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

    /// The same with more attributes, in a document of its own.
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
        let place = copy.open(copy.append(name, prefix, namespace), attributes: .init(first, copy.attributes.count), line: line)
        for node in content {
            switch node {
            case .text(let text): copy.append(text: copy.append(bytes: text.utf8))
            case .element(let child): child.add(to: &copy, [])
            }
        }
        copy.close(place)
    }
}

extension MarkupTree {
    /// A name that is put together from its parts.
    fileprivate mutating func append(_ name: String, _ prefix: String?, _ namespace: String?) -> Name {
        let whole = append(bytes: (prefix.map { $0 + ":" } ?? "").utf8.map { $0 } + name.utf8)
        return Name(whole: whole, prefix: Int32(prefix?.utf8.count ?? 0), namespace: namespace.map { self.namespace($0) } ?? -1)
    }
}

/// An attribute of an element; its value has entities resolved and white space normalized (XML 1.0, 3.3.3).
public struct MarkupAttribute: Hashable, Sendable {
    /// The local name, in the case it was written in.
    public var name: String
    public var prefix: String?
    /// Nil for an attribute without a prefix, and where the prefix is not declared.
    public var namespace: String?
    public var value: String

    public init(name: String, prefix: String? = nil, namespace: String? = nil, value: String) {
        self.name = name
        self.prefix = prefix
        self.namespace = namespace
        self.value = value
    }
}

/// What stands in an element. Comments and processing instructions are left out.
public enum MarkupNode: Hashable, Sendable {
    case text(String)
    case element(MarkupElement)
}
