// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxXML

extension DASHProtection {
    private static let schemes = ["cenc", "cens", "cbc1", "cbcs"]

    /// The ClearKey UUIDs of DASH-IF and of W3C; the second only lists keys.
    private static let clearKeys = ["e2719d58-a985-b3c9-781a-b030af78d30e", "1077efec-c0b2-4d02-ace3-3c1e52e2fb4b"]

    /// Merges the ContentProtection children of an element with those inherited from its parent; nil
    /// if there are none.
    /// - Parameter references: the descriptors that others refer to by their `@ref`, by their `@refId`.
    /// - Throws: if the encryption scheme is unknown.
    static func read(
        _ element: MarkupElement, in outer: DASHProtection? = nil, references: [String: MarkupElement] = [:]
    ) throws(DASHError) -> DASHProtection? {
        var found = outer
        var listed: String?
        for child in element.elements where child.name == "ContentProtection" {
            // What a descriptor lacks is that of the one it refers to.
            let other = child.trimmed("ref").flatMap { references[$0] }
            func attribute(_ name: String) -> String? { child.trimmed(name) ?? other?.trimmed(name) }
            func first(_ name: String) -> MarkupElement? { child.first(name) ?? other?.first(name) }
            var protection = found ?? DASHProtection(scheme: "cenc")
            let scheme = (attribute("schemeIdUri") ?? "").lowercased()
            if scheme == "urn:mpeg:dash:mp4protection:2011" {
                if let value = attribute("value"), !value.isEmpty { protection.scheme = try common(value, child) }
                // An invalid one is ignored, because the media name their keys, too.
                if let id = attribute("default_KID").flatMap(identifier) {
                    // Packagers write zeros when keys rotate and only the media name them.
                    protection.keyID = id.allSatisfy { $0 == "0" } ? nil : id
                }
            } else if scheme.hasPrefix("urn:uuid:") {
                // The UUID ends up in playlists, so anything else is ignored.
                let system = scheme.dropFirst(9)
                if digits(system) != nil, !protection.systems.contains(String(system)) { protection.systems.append(String(system)) }
                if clearKeys.contains(String(system)) {
                    // Licences of other systems are not plain keys.
                    if let address = first("Laurl")?.text, !address.isEmpty { protection.licenseURL = address }
                    listed = listed ?? first("pssh").flatMap { firstKey(ofHeader: Base64Text.decode($0.text)) }
                }
            }
            found = protection
        }
        if found?.keyID == nil { found?.keyID = listed }
        return found
    }

    /// The descriptors that others may refer to, by their `@refId`. They are at any level of the manifest.
    static func references(in elements: [MarkupElement], depth: Int = 3) -> [String: MarkupElement] {
        var found: [String: MarkupElement] = [:]
        for element in elements {
            for child in element.elements {
                if child.name == "ContentProtection" {
                    if let id = child.trimmed("refId"), found[id] == nil { found[id] = child }
                } else if depth > 1, child.name == "AdaptationSet" || child.name == "Representation" {
                    found.merge(references(in: [child], depth: depth - 1)) { first, _ in first }
                }
            }
        }
        return found
    }

    private static func common(_ value: String, _ element: MarkupElement) throws(DASHError) -> String {
        let scheme = value.lowercased()
        guard schemes.contains(scheme) else {
            throw DASHError(
                .unsupported, element, message: "the encryption scheme \"\(value.prefix(40))\" is not supported",
                remedy: "encrypt with cenc or cbcs, and name it in @value")
        }
        return scheme
    }

    /// Parses a key identifier; if there are several, the first. Nil if it is invalid.
    private static func identifier(_ text: String) -> String? {
        text.split(whereSeparator: \.isWhitespace).first.flatMap(digits)
    }

    /// The first key identifier in a version 1 `pssh` box (ISO/IEC 23001-7, 8.1).
    private static func firstKey(ofHeader box: [UInt8]) -> String? {
        guard box.count >= 48, Array(box[4..<8]) == Array("pssh".utf8), box[8] == 1, box[28..<31].allSatisfy({ $0 == 0 }), box[31] > 0
        else { return nil }
        return box[32..<48].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The 32 hexadecimal digits of a UUID, in lowercase.
    private static func digits(_ text: Substring) -> String? {
        let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
        let areHexadecimal = digits.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
        }
        guard digits.count == 32, areHexadecimal else { return nil }
        return String(decoding: digits, as: UTF8.self).lowercased()
    }
}
