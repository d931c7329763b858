// SPDX-License-Identifier: Apache-2.0

public import WindowboxStitcher

/// A request for ad insertion, independent of the server.
public struct InsertionRequest: Sendable {
    public enum Method: Sendable { case get, head, post, put, delete, other }

    public var method: Method
    /// The path as sent, beginning with ``AdInsertion/prefix``.
    public var path: String
    /// Decoded, in order.
    public var query: [(name: String, value: String)]
    public var body: [UInt8]
    /// The viewer of a new session; irrelevant for other requests.
    public var viewer: StitchedSession.Viewer
    /// The base URL of the service: scheme, host and port; only for new sessions.
    public var base: String
    /// Whether it is a prefetch, which isn't seen by the viewer.
    public var isPrefetch: Bool

    public init(
        _ method: Method, _ path: String, query: [(name: String, value: String)] = [], body: [UInt8] = [],
        viewer: StitchedSession.Viewer = .init(), base: String = "", isPrefetch: Bool = false
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
        self.viewer = viewer
        self.base = base
        self.isPrefetch = isPrefetch
    }

    subscript(_ name: String) -> String? { query.last { $0.name == name }?.value }
}

/// A response.
public struct InsertionAnswer: Sendable {
    public var status: Int
    public var mediaType: String?
    /// Names and values.
    public var fields: [(name: String, value: String)]
    /// The body in parts.
    public var parts: [TextPart]
    public var body: [UInt8] { Array(parts.map(\.bytes).joined()) }
    /// Whether compression costs less than it saves.
    public var isWorthPacking: Bool { parts.contains { $0.isShared } }

    init(_ status: Int, _ mediaType: String? = nil, _ body: [UInt8] = [], caching: StitchedCaching) {
        self.status = status
        self.mediaType = mediaType
        parts = body.isEmpty ? [] : [TextPart(body)]
        fields = [("Cache-Control", caching.header)]
    }

    static func playlist(_ bytes: [UInt8], caching: StitchedCaching = .sessionPlaylist) -> InsertionAnswer {
        InsertionAnswer(200, "application/vnd.apple.mpegurl", bytes, caching: caching)
    }

    static func playlist(_ parts: [TextPart]) -> InsertionAnswer {
        var answer = playlist([UInt8]())
        answer.parts = parts
        return answer
    }

    static func json(_ bytes: [UInt8], status: Int = 200, caching: StitchedCaching = .tracking) -> InsertionAnswer {
        InsertionAnswer(status, "application/json", bytes, caching: caching)
    }
}
