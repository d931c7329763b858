// SPDX-License-Identifier: Apache-2.0

public import WindowboxStitcher

/// A request for something of a stitched stream, whatever server it came through.
public struct InsertionRequest: Sendable {
    public enum Method: Sendable { case get, head, post, put, delete, other }

    public var method: Method
    /// As it was sent, from ``AdInsertion/prefix`` on.
    public var path: String
    /// Decoded, in their order.
    public var query: [(name: String, value: String)]
    public var body: [UInt8]
    /// Who a session is begun for; of no matter to what is asked of one.
    public var viewer: StitchedSession.Viewer
    /// How the service was called: scheme, host and port; as for the viewer.
    public var base: String
    /// It fetches for later, so that nothing is seen.
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

/// What is answered.
public struct InsertionAnswer: Sendable {
    public var status: Int
    public var mediaType: String?
    /// Names and values.
    public var fields: [(name: String, value: String)]
    /// The body.
    public var parts: [TextPart]
    public var body: [UInt8] { Array(parts.map(\.bytes).joined()) }
    /// Sending it packed costs less than sending it as it is.
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
