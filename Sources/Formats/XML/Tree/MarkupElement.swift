// SPDX-License-Identifier: Apache-2.0

/// An element of an XML document.
///
/// Names are local names as written, without prefix: what is in the wild differs in prefixes, and often declares none of them.
public struct MarkupElement: Hashable, Sendable {
    /// The local name, in the case it was written in.
    public var name: String
    /// As written, also when no namespace was declared for it.
    public var prefix: String?
    /// The namespace's name, nil when there is none or its prefix is not declared.
    public var namespace: String?
    /// In the order of the document, declarations of namespaces left out.
    public var attributes: [MarkupAttribute]
    /// Text and elements in the order of the document. Neighbouring text is one piece, whatever of it was in CDATA sections.
    public var content: [MarkupNode]
    /// Where its start tag ends, from 1.
    public var line: Int

    public init(
        name: String, prefix: String? = nil, namespace: String? = nil, attributes: [MarkupAttribute] = [], content: [MarkupNode] = [],
        line: Int = 0
    ) {
        self.name = name
        self.prefix = prefix
        self.namespace = namespace
        self.attributes = attributes
        self.content = content
        self.line = line
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
