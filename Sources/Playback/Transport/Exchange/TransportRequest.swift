// SPDX-License-Identifier: Apache-2.0

public import WindowboxStreaming

/// A request for a resource or a byte range of one, with limits.
public struct TransportRequest: Hashable, Sendable {
    /// The HTTP method; transports other than HTTP support `get` and `head`.
    public struct Method: Hashable, Sendable {
        /// The name in upper case.
        public let name: String
        /// - Parameter name: an HTTP token in upper case.
        public init(_ name: String) { self.name = name }
        /// Requests the resource.
        public static let get = Method("GET")
        /// Requests only the header fields of the response.
        public static let head = Method("HEAD")
        /// Sends ``TransportRequest/payload``.
        public static let post = Method("POST")
    }

    /// Absolute URL. ``FileTransport`` also accepts plain paths.
    public var url: String
    /// Byte range; nil requests the full resource. If a server returns the full resource, it is cut to the range.
    public var span: ByteSpan?
    /// The HTTP method; ``Method/get`` by default.
    public var method: Method
    /// Sent unchanged, but not to another origin after a redirect.
    public var headers: TransportHeaders
    /// The body of the request; nil for none.
    public var payload: [UInt8]?
    /// When to give up.
    public var limits: StreamLoad.TimeLimits
    /// The maximum length of the body in bytes. Longer ones fail with ``TransportError/Cause/tooLarge``, at once if the length is
    /// announced.
    public var maximumBytes: Int?
    /// CMCD data as `key=value` pairs (CTA-5004), sent according to the transport's configuration.
    public var commonMediaClientData: [String]
    /// Whether compression is useful: for text, but not for media. Only relevant for an HTTP transport with compression enabled.
    public var acceptsCompression: Bool
    /// The URL of the resource that refers to this one, to prevent network content from accessing local files. Never sent.
    public var referrer: String?
    /// The jar that stores the response's cookies and provides those to send. A jar in the HTTP transport's configuration takes precedence.
    public var cookies: CookieJar?
    /// Whether an HTTP status of 400 or more is returned with its body instead of thrown: for services that describe errors there.
    public var answersFailures = false

    public init(
        url: String, span: ByteSpan? = nil, method: Method = .get, headers: TransportHeaders = [:], payload: [UInt8]? = nil,
        limits: StreamLoad.TimeLimits = .init(), maximumBytes: Int? = nil, commonMediaClientData: [String] = [],
        acceptsCompression: Bool = false, referrer: String? = nil
    ) {
        self.url = url
        self.span = span
        self.method = method
        self.headers = headers
        self.payload = payload
        self.limits = limits
        self.maximumBytes = maximumBytes
        self.commonMediaClientData = commonMediaClientData
        self.acceptsCompression = acceptsCompression
        self.referrer = referrer
    }
}

extension TransportRequest {
    /// A session's report to its collector (CTA-5004-B, event mode). The response is ignored.
    ///
    /// - Parameter referrer: the URL of the item.
    public init(_ report: ClientReport, referrer: String? = nil) {
        self.init(
            url: report.url, method: .post, headers: ["Content-Type": report.format.contentType], payload: Array(report.body.utf8),
            maximumBytes: 1 << 16, referrer: referrer)
    }

    /// A session's load, with the size limit for its kind.
    ///
    /// - Parameters:
    ///   - referrer: the URL of the item.
    ///   - maximumText: maximum size of a playlist or steering manifest in bytes.
    ///   - maximumSegment: maximum size of a segment in bytes.
    public init(_ load: StreamLoad, referrer: String? = nil, maximumText: Int = 32 << 20, maximumSegment: Int = 1 << 30) {
        let (location, isText): (ResourceLocation, Bool) =
            switch load.content {
            case .playlist(let location), .steering(let location): (location, true)
            case .segment(let segment), .subtitles(let segment): (segment.location, false)
            case .picture(let picture): (picture.segment.location, false)
            }
        self.init(
            url: location.url, span: location.span, limits: load.limits, maximumBytes: isText ? maximumText : maximumSegment,
            commonMediaClientData: load.commonMediaClientData, acceptsCompression: isText, referrer: referrer)
    }
}
