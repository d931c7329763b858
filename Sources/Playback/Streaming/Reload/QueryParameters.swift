// SPDX-License-Identifier: Apache-2.0

/// Query parameters of a URL, including those that HLS reserves (RFC 8216bis 6.2.5).
enum QueryParameters {
    /// The URL with parameters set. All parameters are sorted by name in UTF-8 order, so that caches see one spelling.
    static func adding(_ parameters: [(name: String, value: String)], to url: String) -> String {
        guard !parameters.isEmpty else { return url }
        var (front, items, fragment) = split(url)
        items.removeAll { item in parameters.contains { item.name == Array($0.name.utf8) } }
        for parameter in parameters {
            items.append(Item(name: Array(parameter.name.utf8), text: Array((parameter.name + "=" + parameter.value).utf8)))
        }
        sort(&items)
        front.append(UInt8(ascii: "?"))
        front += joined(items)
        return String(decoding: front + fragment, as: UTF8.self)
    }

    /// The URL without the reserved parameters: the base of relative URLs and of reloads.
    static func removed(from url: String) -> String {
        var (front, items, fragment) = split(url)
        let count = items.count
        items.removeAll { $0.name.starts(with: "_HLS_".utf8) }
        guard items.count != count else { return url }
        if !items.isEmpty {
            front.append(UInt8(ascii: "?"))
            front += joined(items)
        }
        return String(decoding: front + fragment, as: UTF8.self)
    }

    private struct Item {
        var name: [UInt8]
        var text: [UInt8]
    }

    private static func split(_ url: String) -> ([UInt8], [Item], [UInt8]) {
        let bytes = Array(url.utf8)
        let hash = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
        let mark = bytes[..<hash].firstIndex(of: UInt8(ascii: "?")) ?? hash
        var items: [Item] = []
        if mark < hash {
            for piece in bytes[(mark + 1)..<hash].split(separator: UInt8(ascii: "&")) {
                let end = piece.firstIndex(of: UInt8(ascii: "=")) ?? piece.endIndex
                items.append(Item(name: Array(piece[..<end]), text: Array(piece)))
            }
        }
        return (Array(bytes[..<mark]), items, Array(bytes[hash...]))
    }

    /// A stable sort, so that repeated parameters keep their order.
    private static func sort(_ items: inout [Item]) {
        for index in items.indices.dropFirst() {
            var position = index
            while position > 0, items[position].name.lexicographicallyPrecedes(items[position - 1].name) {
                items.swapAt(position, position - 1)
                position -= 1
            }
        }
    }

    private static func joined(_ items: [Item]) -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: "&")) }
            bytes += item.text
        }
        return bytes
    }
}
