// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Variables (RFC 8216bis 4.3 and 4.4.2.3).
extension PlaylistReader {
    mutating func readDefine(_ value: ByteText, _ column: Int) {
        require(8)
        split(value, column)
        var definition: Definition?
        if let name = string("NAME") {
            let value = string("VALUE")
            if value == nil { missing("VALUE", .define) }
            definition = Definition(name: name, value: value ?? "")
        } else if let name = string("IMPORT") {
            definition = Definition(name: name, value: "", source: .imported)
            let found = variables.imported(name, from: options.importable)
            if found == nil {
                deviation(.variable, column, "the multivariant playlist does not define \(name)", "define it there, or remove the import")
            }
            definition?.value = Self.withoutQuotes(found ?? "")
        } else if let name = string("QUERYPARAM") {
            require(11)
            let found = Self.queryParameter(name, of: baseURL)
            if found == nil {
                deviation(.variable, column, "the playlist's URL has no query parameter \(name)", "add it to the URL")
            }
            definition = Definition(name: name, value: found ?? "", source: .queryParameter)
        }
        guard var definition else {
            missing("NAME", .define)
            return
        }
        if definition.name.isEmpty || !definition.name.utf8.allSatisfy(Self.isVariableByte) {
            deviation(.variable, column, "\(definition.name) is not a variable name", "write letters, digits, hyphens and underscores")
        }
        if attributes.entries.contains(where: { !$0.isUsed && ($0.name.equals("IMPORT") || $0.name.equals("QUERYPARAM")) }) {
            deviation(.consistency, column, "\(definition.name) is defined in two ways", "keep one of NAME, IMPORT and QUERYPARAM")
        }
        if Self.hasReference(definition.value) {
            deviation(.variable, column, "the value of \(definition.name) refers to a variable", "define that variable first")
            definition.value = String(decoding: definition.value.utf8.filter { $0 != UInt8(ascii: "{") }, as: UTF8.self)
        }
        if variables[definition.name] != nil {
            deviation(.variable, column, "\(definition.name) is defined twice", "give each variable one definition")
        }
        variables[definition.name] = definition.value
        if variables.count > options.limits.items { tooMany("variables") }
        media.defines.append(definition)
        if media.defines.count > options.limits.items { tooMany("definitions") }
    }

    /// The text with each `{$name}` replaced; unknown names are kept.
    mutating func substituted(_ text: ByteText, _ column: Int) -> String {
        guard let first = text.position(of: UInt8(ascii: "{")), text.slice(from: first).count > 2 else { return text.string }
        var output: [UInt8] = []
        var index = 0
        while index < text.count {
            guard text[index] == UInt8(ascii: "{"), index + 1 < text.count, text[index + 1] == UInt8(ascii: "$"),
                let end = text.position(of: UInt8(ascii: "}"), from: index + 2)
            else {
                output.append(text[index])
                index += 1
                continue
            }
            let name = text.slice(index + 2, end)
            if !name.contains(where: { !Self.isVariableByte($0) }), let value = variables[name.string] {
                output.append(contentsOf: value.utf8)
                variables.substitutedBytes += value.utf8.count
                if output.count > options.limits.substitutedBytes {
                    tooMany("bytes of variables on a line")
                    return ""
                }
                if variables.substitutedBytes > options.limits.bytes {
                    tooMany("bytes of variables")
                    return ""
                }
            } else {
                if media.version >= 8 {
                    deviation(.variable, column + index, "\(name.string) is not defined", "define the variable before it is used")
                }
                output.append(contentsOf: text.slice(index, end + 1))
            }
            index = end + 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    static func hasReference(_ text: some Sequence<UInt8>) -> Bool {
        var previous: UInt8 = 0
        for byte in text {
            if previous == UInt8(ascii: "{"), byte == UInt8(ascii: "$") { return true }
            previous = byte
        }
        return false
    }

    static func hasReference(_ text: String) -> Bool { hasReference(text.utf8) }

    private static func isVariableByte(_ byte: UInt8) -> Bool {
        byte.isDigit || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    /// A URI with its variables replaced; nil, with a diagnostic, if it is empty.
    mutating func reference(_ text: ByteText, _ column: Int) -> URIReference? {
        if text.position(of: UInt8(ascii: "{")) == nil {
            let plain = text.trimmed
            if let first = plain.first, first != UInt8(ascii: "#") { return URIReference(plain.string, base: baseURL) }
        }
        return reference(substituted(text, column), column)
    }

    mutating func reference(_ text: String, _ column: Int) -> URIReference? {
        var plain = text
        // Removes surrounding blanks, which a variable may have added.
        if let first = plain.utf8.first, let last = plain.utf8.last, first.isBlank || last.isBlank {
            plain = plain.withUTF8 { $0.trimmed.string }
        }
        if let first = plain.utf8.first, first != UInt8(ascii: "#") { return URIReference(plain, base: baseURL) }
        deviation(.missingURI, column, "the URI is empty", "write the URL of the resource")
        return nil
    }

    /// A percent-decoded query parameter, without bytes that quoted strings cannot contain.
    private static func queryParameter(_ name: String, of url: String) -> String? {
        guard let query = URIComponents(url).query else { return nil }
        for parameter in query.utf8.split(separator: UInt8(ascii: "&")) {
            let key = parameter.prefix { $0 != UInt8(ascii: "=") }
            guard decoded(key) == name else { continue }
            return decoded(parameter.dropFirst(key.count + 1))
        }
        return nil
    }

    private static func decoded(_ text: Substring.UTF8View) -> String {
        let bytes = PercentEncoding.bytes(decoding: text)
        return String(decoding: bytes.filter { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    }
}
