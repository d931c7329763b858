// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

extension MarkupElement {
    /// The text; nil if empty.
    var nonEmptyText: String? {
        let text = text
        return text.isEmpty ? nil : text
    }

    /// Parses `true` and `1`, `false` and `0`; nil for anything else.
    func flag(_ name: StaticString) -> Bool? {
        switch value(name)?.lowercased() {
        case "true", "1": true
        case "false", "0": false
        default: nil
        }
    }
}

extension String {
    /// The text without surrounding ASCII white space.
    var trimmedBlanks: String {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }
        guard let first = utf8.first, let last = utf8.last, isBlank(first) || isBlank(last) else { return self }
        guard let start = utf8.firstIndex(where: { !isBlank($0) }) else { return "" }
        let end = utf8.lastIndex { !isBlank($0) } ?? start
        return String(self[start...end])
    }
}
