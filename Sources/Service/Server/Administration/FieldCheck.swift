// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// Validates fields, and throws an ``APIError`` that names the field.
enum FieldCheck {
    /// - Parameter length: in Unicode scalars, so that the limit is independent of the script.
    static func text(_ text: String, _ field: String, _ length: ClosedRange<Int> = 1...200) throws(APIError) {
        let count = text.unicodeScalars.count
        guard !length.contains(count) else { return }
        let limit = "up to \(length.upperBound) characters"
        throw APIError(
            .invalidField, count < length.lowerBound ? "Fill this in (\(limit))." : "This is too long: enter \(limit), not \(count).",
            field: field)
    }

    static func address(_ text: String?, _ field: String) throws(APIError) {
        guard let text else { return }
        let isAddress = text.hasPrefix("https://") || text.hasPrefix("http://") || (text.hasPrefix("/") && !text.hasPrefix("//"))
        guard isAddress, text.utf8.count <= 2048, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw APIError(.invalidField, "Enter an address that begins with https:// or http://, or a path.", field: field)
        }
    }

    /// An ISO 3166-1 alpha-2 code.
    static func country(_ text: String?, _ field: String) throws(APIError) {
        guard let text else { return }
        guard text.utf8.count == 2, text.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
            throw APIError(.invalidField, "Enter a country code of two capital letters, such as DE (ISO 3166-1).", field: field)
        }
    }

    /// An ISO 4217 code.
    static func currency(_ text: String, _ field: String) throws(APIError) {
        guard Currency.isKnown(text) else {
            throw APIError(.invalidField, "Enter a currency code such as EUR (ISO 4217).", field: field)
        }
    }

    /// A BCP 47 tag. Only its syntax is checked.
    static func language(_ text: String?, _ field: String) throws(APIError) {
        guard let text else { return }
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
        let isTag = parts.allSatisfy { (1...8).contains($0.count) && $0.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) } }
        guard isTag, text.utf8.count <= 35, let first = parts.first, first.count >= 2, first.allSatisfy(isLetter) else {
            throw APIError(.invalidField, "Enter a language code such as de or pt-BR (BCP 47).", field: field)
        }
    }

    static func number<Number: BinaryInteger>(_ number: Number?, _ field: String, _ range: ClosedRange<Number>) throws(APIError) {
        guard let number, !range.contains(number) else { return }
        throw APIError(.invalidField, "Enter a number from \(range.lowerBound) to \(range.upperBound).", field: field)
    }

    static func count(_ count: Int, _ field: String, limit: Int) throws(APIError) {
        guard count > limit else { return }
        throw APIError(.invalidField, "There can be at most \(limit).", field: field)
    }

    static func texts(_ texts: [String], _ field: String, limit: Int, _ length: ClosedRange<Int> = 1...128) throws(APIError) {
        try count(texts.count, field, limit: limit)
        for (index, text) in texts.enumerated() { try self.text(text, "\(field)[\(index)]", length) }
    }

    /// Cohorts: values by the names of viewer attributes.
    static func cohorts(_ cohorts: [String: [String]]) throws(APIError) {
        for (key, values) in cohorts {
            guard ([key] + values).allSatisfy({ (1...128).contains($0.utf8.count) }), values.count <= 64, cohorts.count <= 32 else {
                throw APIError(
                    .invalidField, "Enter at most 32 names with at most 64 values each. Names and values have 1 to 128 bytes.",
                    field: "cohorts")
            }
        }
    }

    static func button(_ button: CallToAction?, _ field: String) throws(APIError) {
        guard let button else { return }
        try text(button.title, "\(field).title", 0...200)
        try text(button.titleKey ?? "-", "\(field).title_key")
        try address(button.url, "\(field).url")
    }
}
