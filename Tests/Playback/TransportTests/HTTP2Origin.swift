// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix
import NIOSSL
import Synchronization

/// A server that speaks only HTTP/2 in TLS, with a certificate of its own.
final class HTTP2Origin: Sendable {
    let address: String
    /// A PEM file with the certificate.
    let certificate: String
    private let channel: any Channel
    private let folder: URL
    private let counts: Counts

    /// The connections so far.
    var connections: Int { counts.values.withLock { $0.connections } }
    /// The requests so far.
    var streams: Int { counts.values.withLock { $0.streams } }

    fileprivate final class Counts: Sendable {
        let values = Mutex((connections: 0, streams: 0))
    }

    /// - Parameter content: served for every path.
    init(_ content: [UInt8]) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "windowbox \(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (key, certificate) = (folder.appending(path: "key.pem").path, folder.appending(path: "certificate.pem").path)
        self.certificate = certificate
        let openssl = Process()
        openssl.executableURL = URL(filePath: "/usr/bin/openssl")
        openssl.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=localhost",
            "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate,
        ]
        openssl.standardError = FileHandle.nullDevice
        try openssl.run()
        openssl.waitUntilExit()
        var settings = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMFile(certificate).map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(file: key, format: .pem)))
        settings.applicationProtocols = ["h2"]
        let context = try NIOSSLContext(configuration: settings)
        let counts = Counts()
        self.counts = counts
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                counts.values.withLock { $0.connections += 1 }
                return channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(NIOSSLServerHandler(context: context))
                    _ = try pipeline.configureHTTP2Pipeline(
                        mode: .server, connectionConfiguration: .init(), streamConfiguration: .init()
                    ) { stream in
                        stream.eventLoop.makeCompletedFuture {
                            try stream.pipeline.syncOperations.addHandlers(
                                HTTP2FramePayloadToHTTP1ServerCodec(), Responder(content: content, counts: counts))
                        }
                    }
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        address = "https://localhost:\(channel.localAddress?.port ?? 0)"
    }

    deinit {
        channel.close(promise: nil)
        try? FileManager.default.removeItem(at: folder)
    }

    private final class Responder: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let content: [UInt8]
        private let counts: Counts

        init(content: [UInt8], counts: Counts) {
            self.content = content
            self.counts = counts
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .end = unwrapInboundIn(data) else { return }
            counts.values.withLock { $0.streams += 1 }
            let head = HTTPResponseHead(version: .http2, status: .ok, headers: ["content-length": "\(content.count)"])
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: content)))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }
}
