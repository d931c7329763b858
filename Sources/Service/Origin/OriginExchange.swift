// SPDX-License-Identifier: Apache-2.0

import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix

/// Sends one HTTP response.
struct OriginExchange {
    let channel: any Channel
    let method: HTTPMethod
    let keepsAlive: Bool

    func send(_ response: OriginResponse) async throws {
        let writer = OriginWriter(channel: channel)
        if response.delay > 0 { try await writer.pause(milliseconds: response.delay) }
        switch response.body {
        case .raw(let bytes): return try await sendRaw(bytes)
        case .silence: return try await writer.hang()
        case .bytes, .file, .stream: break
        }
        let hasBody = method != .HEAD && response.status != 204 && response.status != 304 && response.status >= 200
        var headers = HTTPHeaders(response.headers.map { ($0.name, $0.value) })
        let announced = headers.first(name: "Content-Length").flatMap { Int($0) }
        if announced == nil, response.status != 204, response.status != 304 {
            switch response.body {
            case .bytes(let bytes): headers.add(name: "Content-Length", value: String(bytes.count))
            case .file(_, let range): headers.add(name: "Content-Length", value: String(range.count))
            case .stream, .raw, .silence: break
            }
        }
        headers.replaceOrAdd(name: "Connection", value: keepsAlive ? "keep-alive" : "close")
        let status = HTTPResponseStatus(statusCode: response.status)
        channel.write(HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers)), promise: nil)
        var sent: Int?
        if hasBody { sent = try await sendBody(response.body, writer: writer) }
        try await writer.send(.end(nil))
        let keepsPromise = !hasBody || sent == nil || announced == nil || sent == announced
        if !keepsAlive || !keepsPromise { try await channel.close() }
    }

    /// Returns the number of bytes sent, if known.
    private func sendBody(_ body: OriginResponse.Body, writer: OriginWriter) async throws -> Int? {
        switch body {
        case .bytes(let bytes):
            if !bytes.isEmpty { channel.write(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: bytes))), promise: nil) }
            return bytes.count
        case .file(let path, let range):
            let file = try openForReading(path)
            defer { try? file.close() }
            if !range.isEmpty {
                let region = FileRegion(fileHandle: file, readerIndex: range.lowerBound, endIndex: range.upperBound)
                try await writer.send(.body(.fileRegion(region)))
            }
            return range.count
        case .stream(let write):
            channel.flush()
            try await write(writer)
            return nil
        case .raw, .silence: return nil
        }
    }

    private func sendRaw(_ bytes: [UInt8]) async throws {
        try await channel.eventLoop.submit { [channel] in
            let encoder = try channel.pipeline.syncOperations.context(handlerType: HTTPResponseEncoder.self)
            encoder.writeAndFlush(NIOAny(ByteBuffer(bytes: bytes)), promise: nil)
        }.get()
        try await channel.close()
    }
}

private func openForReading(_ path: String) throws -> NIOFileHandle {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw IOError(errnoCode: errno, reason: "open") }
    return NIOFileHandle(_deprecatedTakingOwnershipOfDescriptor: descriptor)
}
