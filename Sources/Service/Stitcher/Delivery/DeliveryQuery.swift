// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// Queries of addresses.
public enum DeliveryQuery {
    static func adding(_ name: String, _ value: String, to address: String) -> String {
        adding("\(name)=\(escaped(value))", to: address)
    }

    /// - Parameter query: as it is written, or empty.
    public static func adding(_ query: String, to address: String) -> String {
        guard !query.isEmpty else { return address }
        var components = URIComponents(address)
        components.query = components.query.map { $0.isEmpty ? query : $0 + "&" + query } ?? query
        return components.text
    }

    /// Names and values written as a query, in the order of their names.
    public static func text(_ parameters: [String: String]) -> String {
        parameters.sorted { $0.key < $1.key }.map { "\(escaped($0.key))=\(escaped($0.value))" }.joined(separator: "&")
    }

    private static func escaped(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var escaped: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: escaped.append(byte)
            default: escaped += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }
}
