// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

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
        for (name, value) in zip(names, values) { text.replace("{\(name)}", with: PercentEncoding.encoded(value), maxReplacements: 1) }
        let pairs = query.compactMap { name, value in value.map { "\(PercentEncoding.encoded(name))=\(PercentEncoding.encoded($0))" } }
        return pairs.isEmpty ? text : "\(text)?\(pairs.joined(separator: "&"))"
    }
}
