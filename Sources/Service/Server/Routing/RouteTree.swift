// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// All paths of the service. Finds the endpoint for a request, component by component.
///
/// Literal components take precedence over parameters, and both over the rest of a path, as `{name...}`. Methods that a path lacks, `OPTIONS`
/// and `HEAD` follow from the endpoints that it has.
struct RouteTree: Sendable {
    private struct Node: Sendable {
        var words: [String: Node] = [:]
        /// At most one.
        var parameter: [Node] = []
        var endpoints: [APIRoute.Method: Endpoint] = [:]
        /// For all paths below that have no other endpoint.
        var rest: [APIRoute.Method: Endpoint] = [:]

        var isLeaf: Bool { words.isEmpty && parameter.isEmpty && rest.isEmpty }
    }

    enum Match: Sendable {
        case endpoint(Endpoint, PathValues)
        /// The path exists with other methods: one of its endpoints, and all methods.
        case otherMethods(Endpoint, [APIRoute.Method])
        /// Nothing exists at the path. Nil if nothing exists near it either.
        case nothing(ErrorFormat?)
    }

    private var root = Node()
    /// The formats of all paths below a first component.
    private var formats: [Substring: ErrorFormat] = [:]
    /// In the order in which they were registered.
    let endpoints: [Endpoint]

    init(_ endpoints: [Endpoint]) {
        self.endpoints = endpoints
        for endpoint in endpoints {
            Self.insert(endpoint, below: &root, endpoint.path.words[...])
            formats[endpoint.path.words[0]] = endpoint.errors
        }
    }

    /// - Parameters:
    ///   - method: nil for one that no endpoint has.
    ///   - path: the path as sent, percent-encoded.
    func match(_ method: APIRoute.Method?, _ path: String) -> Match {
        var words = PathTemplate.words(of: path)
        let format = format(of: words)
        // People type addresses of pages with superfluous slashes.
        if format == .page || format == .studio { words.removeAll { $0.isEmpty } }
        if let found = find(words[...], below: root), let match = Self.match(method, words, found) { return match }
        if let found = rest(words[...], below: root), let match = Self.match(method, words, found) { return match }
        return .nothing(format)
    }

    /// Nil if a parameter's value is invalid.
    private static func match(_ method: APIRoute.Method?, _ words: [Substring], _ found: [APIRoute.Method: Endpoint]) -> Match? {
        if let method, let endpoint = found[method] { return endpoint.path.values(in: words).map { .endpoint(endpoint, $0) } }
        return found.first.map { .otherMethods($0.value, found.keys.sorted { $0.rawValue < $1.rawValue }) }
    }

    /// Nil if the first component has no paths below it.
    private func format(of words: [Substring]) -> ErrorFormat? {
        guard let first = words.first, !(root.words[String(first)]?.isLeaf ?? true) else { return nil }
        return formats[first]
    }

    private static func insert(_ endpoint: Endpoint, below node: inout Node, _ words: ArraySlice<Substring>) {
        guard let word = words.first else {
            precondition(node.endpoints[endpoint.method] == nil, "\(endpoint.method) \(endpoint.path.text) is answered twice")
            node.endpoints[endpoint.method] = endpoint
            return
        }
        if PathTemplate.isRest(word) {
            precondition(words.count == 1 && node.rest[endpoint.method] == nil, "\(endpoint.path.text) must end here, and only once")
            node.rest[endpoint.method] = endpoint
            return
        }
        guard word.hasPrefix("{") else {
            insert(endpoint, below: &node.words[String(word), default: Node()], words.dropFirst())
            return
        }
        if node.parameter.isEmpty { node.parameter = [Node()] }
        insert(endpoint, below: &node.parameter[0], words.dropFirst())
    }

    private func find(_ words: ArraySlice<Substring>, below node: Node) -> [APIRoute.Method: Endpoint]? {
        guard let word = words.first else { return node.endpoints.isEmpty ? nil : node.endpoints }
        if let next = node.words[String(word)], let found = find(words.dropFirst(), below: next) { return found }
        guard let next = node.parameter.first, !word.isEmpty else { return nil }
        return find(words.dropFirst(), below: next)
    }

    /// The deepest endpoints for the rest of a path.
    private func rest(_ words: ArraySlice<Substring>, below node: Node) -> [APIRoute.Method: Endpoint]? {
        guard let word = words.first else { return nil }
        if let next = node.words[String(word)], let found = rest(words.dropFirst(), below: next) { return found }
        return node.rest.isEmpty ? nil : node.rest
    }
}
