// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

extension MarkupElement {
    /// An attribute's value without white space around it, whatever the case of its name; nil when empty.
    func value(_ name: String) -> String? {
        for attribute in attributes where attribute.name.isSame(name) {
            let value = attribute.value.trimmedBlanks
            return value.isEmpty ? nil : value
        }
        return nil
    }

    /// The text, nil when empty.
    var words: String? {
        let text = text
        return text.isEmpty ? nil : text
    }

    func isNamed(_ name: String) -> Bool { self.name.isSame(name) }

    /// `true` and `1`, `false` and `0`.
    func flag(_ name: String) -> Bool? {
        switch value(name)?.lowercased() {
        case "true", "1": true
        case "false", "0": false
        default: nil
        }
    }

    /// The children, one by one, without an array of them.
    func forEachChild(_ body: (MarkupElement) -> Void) {
        for case .element(let element) in content { body(element) }
    }
}

extension String {
    /// The same but for the case of ASCII letters.
    func isSame(_ other: String) -> Bool {
        let (a, b) = (utf8, other.utf8)
        guard a.count == b.count else { return false }
        if self == other { return true }
        guard let first = a.first, let second = b.first, (first ^ second) & 0xDF == 0 else { return false }
        return zip(a, b).allSatisfy { left, right in
            left == right || (left ^ right == 0x20 && (left | 0x20) >= 0x61 && (left | 0x20) <= 0x7A)
        }
    }

    /// Without ASCII white space at either end.
    var trimmedBlanks: String {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }
        guard let first = utf8.first, let last = utf8.last, isBlank(first) || isBlank(last) else { return self }
        guard let start = utf8.firstIndex(where: { !isBlank($0) }) else { return "" }
        let end = utf8.lastIndex { !isBlank($0) } ?? start
        return String(self[start...end])
    }
}
