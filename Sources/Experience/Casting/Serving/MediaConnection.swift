// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1

/// Media that this machine serves to a renderer.
struct ServedMedia: Sendable {
    let bytes: any ServedBytes
    /// The MIME type.
    let type: String
    /// The DLNA parameters of ``CastMedia/features``.
    let features: String
    /// In bytes; nil if there are no byte ranges.
    var size: Int?
    /// Time seeking without byte ranges; nil if it is impossible.
    var seek: TimeSeek?

    /// The last path component of its URL, because some renderers rely on the suffix.
    var name: String { MediaKind.name(for: type) }
}

/// The source of served bytes.
protocol ServedBytes: Sendable {
    /// - Parameters:
    ///   - range: in bytes; everything if ``ServedMedia/size`` is nil.
    ///   - entry: start position in seconds on the item's timeline, if ``ServedMedia/size`` is nil.
    ///   - write: returns once the renderer has accepted the bytes.
    func send(_ range: Range<Int>, from entry: Double, to write: (ByteBuffer) async throws -> Void) async throws
}

/// A connection from a renderer; each request is answered before the next one is read.
///
/// Everything except writing runs on the channel's event loop.
final class MediaConnection: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private static let maxEventBytes = 256 << 10

    private let server: @Sendable () -> MediaServer?
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []
    private var responding: Task<Void, Never>?

    init(_ server: @escaping @Sendable () -> MediaServer?) { self.server = server }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): (self.head, body) = (head, [])
        case .body(let bytes):
            // Only events have a body.
            guard head?.method == .NOTIFY, body.count + bytes.readableBytes <= Self.maxEventBytes else {
                return context.close(promise: nil)
            }
            body += bytes.readableBytesView
        case .end:
            guard let head = head.take() else { return }
            let parts = head.uri.split(separator: "?", maxSplits: 1)
            let path = parts.first.map(String.init) ?? "/"
            let media = server()?.media(at: path)
            let event =
                head.method == .NOTIFY
                ? server()?.receive(EventNote(subscription: head.headers.first(name: "SID") ?? "", body: body), at: path) : nil
            body = []
            let exchange = MediaExchange(channel: context.channel, head: head, query: parts.count > 1 ? String(parts[1]) : "")
            responding = Task {
                do { if let event { try await exchange.acknowledge(event) } else { try await exchange.respond(with: media) } } catch {
                    try? await exchange.channel.close()
                }
            }
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        responding?.cancel()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

/// A request and its response.
struct MediaExchange: Sendable {
    let channel: any Channel
    let head: HTTPRequestHead
    let query: String

    /// - Parameter isKnown: whether the event's subscription is known.
    func acknowledge(_ isKnown: Bool) async throws { try await send(isKnown ? .ok : .preconditionFailed, [:]) }

    func respond(with media: ServedMedia?) async throws {
        guard head.method == .GET || head.method == .HEAD else { return try await send(.methodNotAllowed, ["Allow": "GET, HEAD"]) }
        guard let media else { return try await send(.notFound, [:]) }
        var headers: HTTPHeaders = [
            "Content-Type": media.type, "Accept-Ranges": media.size == nil ? "none" : "bytes", "transferMode.dlna.org": "Streaming",
            "contentFeatures.dlna.org": media.features, "Cache-Control": "no-store",
        ]
        guard let size = media.size else {
            var start = entry
            if let seek = media.seek, let requested = head.headers.first(name: "TimeSeekRange.dlna.org") {
                guard let response = seek.response(to: requested, from: entry) else { return try await send(.rangeNotSatisfiable, [:]) }
                start = response.entry
                headers.add(name: "TimeSeekRange.dlna.org", value: response.field)
            }
            try await begin(.ok, headers)
            return try await body(media, 0..<Int.max, from: start)
        }
        let requested = head.headers.first(name: "Range").map { MediaRange($0, of: size) } ?? .whole
        switch requested {
        case .whole:
            headers.add(name: "Content-Length", value: String(size))
            try await begin(.ok, headers)
            try await body(media, 0..<size, from: 0)
        case .part(let range):
            headers.add(name: "Content-Length", value: String(range.count))
            headers.add(name: "Content-Range", value: "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)")
            try await begin(.partialContent, headers)
            try await body(media, range, from: 0)
        case .outside: try await send(.rangeNotSatisfiable, ["Content-Range": "bytes */\(size)"])
        }
    }

    /// If the source fails, the connection is closed, so that the body isn't mistaken for complete.
    private func body(_ media: ServedMedia, _ range: Range<Int>, from location: Double) async throws {
        if head.method != .HEAD {
            try await media.bytes.send(range, from: location) { bytes in
                try await channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(bytes)))
            }
        }
        try await channel.writeAndFlush(HTTPServerResponsePart.end(nil))
        if !head.isKeepAlive { try await channel.close() }
    }

    /// In seconds, from the query `from=` in milliseconds.
    private var entry: Double {
        guard query.hasPrefix("from="), let thousandths = Int(query.dropFirst(5)), thousandths > 0 else { return 0 }
        return Double(thousandths) / 1000
    }

    private func begin(_ status: HTTPResponseStatus, _ headers: HTTPHeaders) async throws {
        var headers = headers
        headers.replaceOrAdd(name: "Connection", value: head.isKeepAlive ? "keep-alive" : "close")
        let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
        try await channel.writeAndFlush(HTTPServerResponsePart.head(head))
    }

    private func send(_ status: HTTPResponseStatus, _ headers: HTTPHeaders) async throws {
        var headers = headers
        headers.add(name: "Content-Length", value: "0")
        try await begin(status, headers)
        try await channel.writeAndFlush(HTTPServerResponsePart.end(nil))
        if !head.isKeepAlive { try await channel.close() }
    }
}

/// The part of a resource that a `Range` header requests (RFC 9110 14.1.2); multiple or invalid ranges select everything.
enum MediaRange: Hashable, Sendable {
    case whole
    case part(Range<Int>)
    case outside

    init(_ field: String, of size: Int) {
        self = .whole
        guard field.hasPrefix("bytes="), !field.contains(",") else { return }
        let bounds = field.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false).map { String($0).trimmed }
        guard bounds.count == 2 else { return }
        switch (Int(bounds[0]), Int(bounds[1])) {
        case (let first?, _) where first >= size: self = .outside
        case (let first?, let last?): if last >= first { self = .part(first..<(min(last, size - 1) + 1)) }
        case (let first?, nil): if bounds[1].isEmpty { self = .part(first..<size) }
        case (nil, let count?): if bounds[0].isEmpty { self = count == 0 || size == 0 ? .outside : .part(max(size - count, 0)..<size) }
        case (nil, nil): return
        }
    }
}
