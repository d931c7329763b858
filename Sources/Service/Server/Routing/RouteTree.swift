// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// Finds the endpoint for a path, component by component. Literal components take precedence over parameters.
struct RouteTree: Sendable {
    private struct Node: Sendable {
        var words: [String: Node] = [:]
        /// At most one.
        var parameter: [Node] = []
        var endpoints: [APIRoute.Method: Endpoint] = [:]
    }

    enum Match: Sendable {
        case endpoint(Endpoint, PathValues)
        /// The path exists, with these methods.
        case otherMethods([APIRoute.Method])
        case nothing
    }

    private var root = Node()

    init(_ endpoints: [Endpoint]) {
        for endpoint in endpoints { Self.insert(endpoint, below: &root, Self.words(of: endpoint.route.path)[...]) }
    }

    /// - Parameter path: the path as sent, percent-encoded.
    func match(_ method: APIRoute.Method?, _ path: String) -> Match {
        guard let node = find(Self.words(of: path)[...], below: root), !node.endpoints.isEmpty else { return .nothing }
        guard let method, let endpoint = node.endpoints[method] else {
            return .otherMethods(node.endpoints.keys.sorted { $0.rawValue < $1.rawValue })
        }
        guard let values = Self.values(of: endpoint.route, in: path) else { return .nothing }
        return .endpoint(endpoint, values)
    }

    private static func insert(_ endpoint: Endpoint, below node: inout Node, _ words: ArraySlice<Substring>) {
        guard let word = words.first else {
            precondition(node.endpoints[endpoint.route.method] == nil, "\(endpoint.route.operationID) is answered twice")
            node.endpoints[endpoint.route.method] = endpoint
            return
        }
        guard word.hasPrefix("{") else {
            insert(endpoint, below: &node.words[String(word), default: Node()], words.dropFirst())
            return
        }
        if node.parameter.isEmpty { node.parameter = [Node()] }
        insert(endpoint, below: &node.parameter[0], words.dropFirst())
    }

    private func find(_ words: ArraySlice<Substring>, below node: Node) -> Node? {
        guard let word = words.first else { return node }
        if let next = node.words[String(word)], let found = find(words.dropFirst(), below: next), !found.endpoints.isEmpty { return found }
        guard let next = node.parameter.first, !word.isEmpty else { return nil }
        return find(words.dropFirst(), below: next)
    }

    /// Nil if a value is invalid.
    private static func values(of route: APIRoute, in path: String) -> PathValues? {
        let given = words(of: path)
        var values: [String: String] = [:]
        for (index, name) in words(of: route.path).enumerated() where name.hasPrefix("{") {
            let key = String(name.dropFirst().dropLast())
            guard let value = FormText.decoded(given[index], plusIsSpace: false) else { return nil }
            // A malformed id can't exist.
            if APIRoute.isIdentifier(key), !OpaqueID.isWellFormed(value) { return nil }
            values[key] = value
        }
        return PathValues(values)
    }

    private static func words(of path: String) -> [Substring] {
        path.dropFirst(path.hasPrefix("/") ? 1 : 0).split(separator: "/", omittingEmptySubsequences: false)
    }
}
