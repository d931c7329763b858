// SPDX-License-Identifier: Apache-2.0

extension APIRoute {
    /// The prefix of all paths of the API except operational ones such as `/healthz`.
    package static let prefix = "/v1/"

    /// The path of a route, with values for its parameters, which are percent-encoded.
    /// - Parameters:
    ///   - operationID: one that the contract has.
    ///   - values: as many as the route has parameters, in their order.
    ///   - query: without those that are nil.
    package static func path(_ operationID: String, _ values: String..., query: KeyValuePairs<String, String?> = [:]) -> String {
        guard let route = named(operationID) else { preconditionFailure("The contract has no \(operationID)") }
        return route.path(values, query: query)
    }

    /// The path of a route, with its parameters in braces, to be named in a message.
    package static func template(_ operationID: String) -> String {
        guard let route = named(operationID) else { preconditionFailure("The contract has no \(operationID)") }
        return route.path
    }

    /// - Precondition: there are as many values as parameters.
    package func path(_ values: [String], query: KeyValuePairs<String, String?> = [:]) -> String {
        let names = parameters
        precondition(values.count == names.count, "\(operationID) has the parameters \(names)")
        var text = path
        for (name, value) in zip(names, values) { text.replace("{\(name)}", with: PercentEncoded.text(value), maxReplacements: 1) }
        let pairs = query.compactMap { name, value in value.map { "\(PercentEncoded.text(name))=\(PercentEncoded.text($0))" } }
        return pairs.isEmpty ? text : "\(text)?\(pairs.joined(separator: "&"))"
    }
}

/// Percent-encoded text (RFC 3986 2.1).
package enum PercentEncoded {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Encodes everything but letters, digits and `-._~` (2.3).
    package static func text(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
