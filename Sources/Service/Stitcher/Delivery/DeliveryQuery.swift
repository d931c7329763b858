// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// Adds query parameters to URLs.
public enum DeliveryQuery {
    static func adding(_ name: String, _ value: String, to address: String) -> String {
        adding("\(name)=\(PercentEncoding.encoded(value))", to: address)
    }

    /// - Parameter query: an encoded query; may be empty.
    public static func adding(_ query: String, to address: String) -> String {
        guard !query.isEmpty else { return address }
        var components = URIComponents(address)
        components.query = components.query.map { $0.isEmpty ? query : $0 + "&" + query } ?? query
        return components.text
    }

    /// Encodes parameters as a query, sorted by name.
    public static func text(_ parameters: [String: String]) -> String {
        parameters.sorted { $0.key < $1.key }.map { PercentEncoding.encoded($0.key) + "=" + PercentEncoding.encoded($0.value) }
            .joined(separator: "&")
    }
}
