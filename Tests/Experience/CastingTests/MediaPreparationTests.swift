// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxPlayer
import WindowboxTransport

@testable import WindowboxCasting

@Suite("Addresses that a renderer is given")
struct MediaPreparationTests {
    /// A file behind a redirect.
    private struct Redirected: Transport {
        let last: String

        func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            let bytes = Array("ID3".utf8) + [UInt8](repeating: 0, count: 600)
            return TransportResponse(url: last, contentLength: bytes.count, body: TransportBody([ByteChunk(bytes)]))
        }
    }

    private func address(after last: String) async throws -> String {
        let server = try await MediaServer.start(on: "127.0.0.1")
        defer { server.stop() }
        let media = try #require(Asset.simple(url: "https://example.com/a.mp3").media)
        return try await MediaPreparation(
            media: media, title: "A", transport: Redirected(last: last), server: server, takes: ProtocolInfo(sink: ""), refused: { _ in }
        ).prepare().address
    }

    @Test("A public file is fetched where the redirect leads")
    func redirected() async throws {
        #expect(try await address(after: "https://cdn.example.com/a.mp3") == "https://cdn.example.com/a.mp3")
    }

    @Test(
        "A redirect to credentials or to this machine is served by this machine",
        arguments: ["https://me:secret@example.com/a.mp3", "http://127.0.0.1/a.mp3", "file:///media/a.mp3"])
    func served(last: String) async throws {
        let address = try await address(after: last)
        #expect(address.hasPrefix("http://127.0.0.1:"))
        #expect(address.hasSuffix("/media.mp3"))
    }

    @Test(
        "An item without a title is named after its file or its host, without credentials",
        arguments: [
            ("https://me:secret@example.com/", "example.com"), ("https://example.com/a/b.mp4?c", "b.mp4"),
            ("https://example.com/me@home.mp4", "me@home.mp4"), ("/media/me@home.mp4", "me@home.mp4"),
        ])
    func name(address: String, name: String) { #expect(CastingRun.name(of: address) == name) }
}
