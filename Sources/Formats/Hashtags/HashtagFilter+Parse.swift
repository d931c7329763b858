// SPDX-License-Identifier: Apache-2.0

import Foundation

extension HashtagFilter {
    /// Parses an expression.
    /// - Parameter isStrict: Whether to reject `not`, which is our extension.
    /// - Throws: The position of an error; an expression is never parsed partially.
    public init(parsing text: String, isStrict: Bool = false, limits: Limits = Limits()) throws(HashtagFilterError) {
        try self.init(parsing: Array(text.utf8), isStrict: isStrict, limits: limits)
    }

    /// Parses an expression from bytes.
    /// - Parameter isStrict: Whether to reject `not`, which is our extension.
    public init(parsing bytes: [UInt8], isStrict: Bool = false, limits: Limits = Limits()) throws(HashtagFilterError) {
        guard bytes.count <= limits.bytes else { throw .limit("An expression can have at most \(limits.bytes) bytes.", at: limits.bytes) }
        var scanner = try HashtagScanner(bytes, isStrict: isStrict, limits: limits)
        self = try scanner.whole()
    }
}

/// A recursive-descent parser with one method per rule. The depth limit bounds the recursion.
private struct HashtagScanner {
    private struct Scalar {
        var value: Unicode.Scalar
        var offset: Int
    }

    private let scalars: [Scalar]
    private let end: Int
    private let isStrict: Bool
    private let limits: HashtagFilter.Limits
    private var position = 0
    private var tagCount = 0

    init(_ bytes: [UInt8], isStrict: Bool, limits: HashtagFilter.Limits) throws(HashtagFilterError) {
        var scalars: [Scalar] = []
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var offset = 0
        decoding: while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let value):
                scalars.append(Scalar(value: value, offset: offset))
                offset += UTF8.width(value)
            case .emptyInput: break decoding
            case .error: throw .notUTF8(at: offset)
            }
        }
        self.scalars = scalars
        self.isStrict = isStrict
        self.limits = limits
        end = bytes.count
    }

    private var next: Unicode.Scalar? { position < scalars.count ? scalars[position].value : nil }
    private var offset: Int { position < scalars.count ? scalars[position].offset : end }

    mutating func whole() throws(HashtagFilterError) -> HashtagFilter {
        skipSpace()
        guard next != nil else { throw .syntax("The expression is empty; write a tag or (and …) or (or …).", at: offset) }
        let filter = try expression(depth: 0)
        skipSpace()
        guard next == nil else {
            throw .syntax("The expression ends before this; combine several with (and …) or (or …).", at: offset)
        }
        return filter
    }

    private mutating func expression(depth: Int) throws(HashtagFilterError) -> HashtagFilter {
        guard next == "(" else { return try tag() }
        guard depth < limits.depth else { throw .limit("Parentheses can be nested at most \(limits.depth) deep.", at: offset) }
        position += 1
        skipSpace()
        let start = offset
        let name = word()
        switch name {
        case "and": return try .joined(operands(of: name, depth: depth), by: HashtagFilter.and)
        case "or": return try .joined(operands(of: name, depth: depth), by: HashtagFilter.or)
        case "not" where !isStrict:
            let operands = try operands(of: name, depth: depth)
            guard operands.count == 1 else { throw .syntax("\"not\" takes one operand.", at: start) }
            return .not(operands[0])
        case "not": throw .syntax("\"not\" is not allowed here.", at: start)
        case "": throw .syntax("After \"(\" comes \"and\" or \"or\".", at: start)
        default: throw .syntax("After \"(\" comes \"and\" or \"or\", not a tag.", at: start)
        }
    }

    /// Reads the operands of a form and its closing parenthesis; at least one is required.
    private mutating func operands(of name: String, depth: Int) throws(HashtagFilterError) -> [HashtagFilter] {
        var operands: [HashtagFilter] = []
        while true {
            let hasSpace = skipSpace()
            switch next {
            case nil: throw .syntax("A \")\" is missing at the end of \"\(name)\".", at: offset)
            case ")":
                guard !operands.isEmpty else { throw .syntax("\"\(name)\" requires an operand.", at: offset) }
                position += 1
                return operands
            case "(": break
            default: guard hasSpace else { throw .syntax("A space is missing before this.", at: offset) }
            }
            operands.append(try expression(depth: depth + 1))
        }
    }

    private mutating func tag() throws(HashtagFilterError) -> HashtagFilter {
        let start = offset
        if next == "#" { position += 1 }
        let name = word()
        guard !name.isEmpty else { throw .syntax("A tag is missing.", at: offset) }
        tagCount += 1
        guard tagCount <= limits.tags else { throw .limit("An expression can have at most \(limits.tags) tags.", at: start) }
        return .tag(name.precomposedStringWithCanonicalMapping)
    }

    private mutating func word() -> String {
        var word = String.UnicodeScalarView()
        while let scalar = next, scalar.isTagCharacter {
            word.append(scalar)
            position += 1
        }
        return String(word)
    }

    @discardableResult private mutating func skipSpace() -> Bool {
        let before = position
        while let scalar = next, scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r" { position += 1 }
        return position > before
    }
}

extension HashtagFilter {
    /// Combines operands; a single operand is returned as it is.
    fileprivate static func joined(_ operands: [HashtagFilter], by form: ([HashtagFilter]) -> HashtagFilter) -> HashtagFilter {
        operands.count == 1 ? operands[0] : form(operands)
    }

    /// Normalises a video's tag: one leading `#` is removed, and the text is composed (NFC); nil if no expression can name it.
    public static func normalized(tag: String) -> String? {
        let scalars = tag.unicodeScalars.first == "#" ? tag.unicodeScalars.dropFirst() : Substring.UnicodeScalarView(tag.unicodeScalars)
        guard !scalars.isEmpty, scalars.allSatisfy(\.isTagCharacter) else { return nil }
        return String(String.UnicodeScalarView(scalars)).precomposedStringWithCanonicalMapping
    }
}

extension Unicode.Scalar {
    fileprivate var isTagCharacter: Bool {
        self != "(" && self != ")" && !properties.isWhitespace && properties.generalCategory != .control
    }
}
