// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1

/// Rejects requests whose target or end two parsers could interpret differently (request smuggling), before anything reads them.
final class RequestHeadHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private var isRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Nothing after a rejected request is read.
        guard !isRefused else { return }
        if case .head(let head) = unwrapInboundIn(data), !Self.isAcceptable(head) {
            isRefused = true
            // As for a head that can't be parsed: earlier requests are answered, then this one with 400, and the connection closes.
            return context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
        }
        context.fireChannelRead(data)
    }

    static func isAcceptable(_ head: HTTPRequestHead) -> Bool {
        // Only "chunked" is supported (RFC 9112 6.1).
        let codings = head.headers["Transfer-Encoding"]
        guard codings.isEmpty || (codings.count == 1 && codings[0].lowercased() == "chunked") else { return false }
        // At most one host, and exactly one from HTTP/1.1 on (RFC 9112 3.2).
        let hosts = head.headers["Host"]
        guard hosts.count == 1 else { return hosts.isEmpty && head.version == .http1_0 }
        return isHost(hosts[0])
    }

    /// `uri-host [ ":" port ]` (RFC 9110 7.2). Only characters and lengths are checked.
    static func isHost(_ text: String) -> Bool {
        var name = Substring(text)
        if name.first == "[" {
            guard let end = name.firstIndex(of: "]") else { return false }
            let inside = name[name.index(after: name.startIndex)..<end]
            guard !inside.isEmpty, inside.utf8.allSatisfy({ isHexadecimal($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") })
            else { return false }
            name = name[name.index(after: end)...]
            return name.isEmpty || isPort(name)
        }
        if let colon = name.firstIndex(of: ":") {
            guard isPort(name[colon...]) else { return false }
            name = name[..<colon]
        }
        return (1...255).contains(name.utf8.count) && name.utf8.allSatisfy(isNamePart)
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.first == ":" && text.utf8.count <= 6 && text.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    }

    /// Unreserved, percent-encoded or a sub-delimiter (RFC 3986 3.2.2).
    private static func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._~%!$&'()*+,;=".utf8.contains(byte)
        }
    }
}
