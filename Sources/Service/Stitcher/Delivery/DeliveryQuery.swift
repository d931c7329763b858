// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// Queries of addresses.
public enum DeliveryQuery {
    static func adding(_ name: String, _ value: String, to address: String) -> String {
        adding("\(name)=\(PercentEncoding.encoded(value))", to: address)
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
        parameters.sorted { $0.key < $1.key }.map { PercentEncoding.encoded($0.key) + "=" + PercentEncoding.encoded($0.value) }
            .joined(separator: "&")
    }
}
