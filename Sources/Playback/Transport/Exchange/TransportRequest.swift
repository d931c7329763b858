// SPDX-License-Identifier: Apache-2.0

public import WindowboxStreaming

/// A resource, or some bytes of one, to be fetched within limits.
public struct TransportRequest: Hashable, Sendable {
    /// The HTTP method; transports that are not HTTP answer to `get` and `head`.
    public struct Method: Hashable, Sendable {
        public let name: String
        /// - Parameter name: An HTTP token in capitals.
        public init(_ name: String) { self.name = name }
        public static let get = Method("GET")
        public static let head = Method("HEAD")
        public static let post = Method("POST")
    }

    /// Absolute. ``FileTransport`` takes plain paths too.
    public var url: String
    /// nil is the whole resource. A server that answers with the whole one is cut to the span.
    public var span: ByteSpan?
    public var method: Method
    /// Sent as they are. Not sent on to another origin when a redirect leads there.
    public var headers: TransportHeaders
    public var payload: [UInt8]?
    public var limits: StreamLoad.TimeLimits
    /// A body longer than this many bytes fails with ``TransportError/Cause/tooLarge``: at once when its length is announced.
    public var maximumBytes: Int?
    /// `key=value` facts for the server (CTA-5004), sent as the transport is configured.
    public var commonMediaClientData: [String]
    /// Text is worth compressing, media is not. Only an HTTP transport with compression switched on takes notice.
    public var acceptsCompression: Bool
    /// The address of what named this one, for the rule that the network does not lead to files. Never sent.
    public var referrer: String?
    /// Where HTTP keeps the cookies of the answer, and finds those to send; nil is the transport's own jar, if it has one.
    public var cookies: CookieJar?
    /// An HTTP status of 400 or more is answered with its body like any other, instead of thrown: for services that say there what is wrong.
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
    /// A session's report to its collector (CTA-5004-B, event mode). What is answered does not matter, and is short.
    ///
    /// - Parameter referrer: The address that the item was opened with.
    public init(_ report: ClientReport, referrer: String? = nil) {
        self.init(
            url: report.url, method: .post, headers: ["Content-Type": report.format.contentType], payload: Array(report.body.utf8),
            maximumBytes: 1 << 16, referrer: referrer)
    }

    /// What a session asks for, with the byte limit that fits its kind.
    ///
    /// - Parameters:
    ///   - referrer: The address that the item was opened with.
    ///   - maximumText: Bytes of a playlist or steering manifest.
    ///   - maximumSegment: Bytes of a segment.
    public init(_ load: StreamLoad, referrer: String? = nil, maximumText: Int = 32 << 20, maximumSegment: Int = 1 << 30) {
        let (location, isText): (ResourceLocation, Bool) =
            switch load.content {
            case .playlist(let location), .steering(let location): (location, true)
            case .segment(let segment): (segment.location, false)
            case .picture(let picture): (picture.segment.location, false)
            }
        self.init(
            url: location.url, span: location.span, limits: load.limits, maximumBytes: isText ? maximumText : maximumSegment,
            commonMediaClientData: load.commonMediaClientData, acceptsCompression: isText, referrer: referrer)
    }
}
