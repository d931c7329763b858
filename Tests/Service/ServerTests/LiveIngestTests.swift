// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxPackager

@testable import WindowboxServer

/// Ingest addresses, and how encoders authenticate.
extension LiveIngestManagerTests {
    @Test("Encoders can connect only at the configured address") func listening() async throws {
        try await Self.with { _, studio in
            let ingest = try #require(try await studio.begin(Self.stream()).ingest)
            let port = try #require(URLComponents(string: ingest.url)?.port)
            // ffmpeg needs a moment until it listens: state 0A in the system's table.
            var places: [Substring] = []
            while places.isEmpty {
                await Task.yield()
                let table = ["/proc/self/net/tcp", "/proc/self/net/tcp6"].map(Self.table).joined()
                places = table.split(separator: "\n").compactMap { line in
                    let words = line.split(separator: " ")
                    guard words.count > 3, words[3] == "0A", words[1].split(separator: ":").last.flatMap({ Int($0, radix: 16) }) == port
                    else {
                        return nil
                    }
                    return words[1].prefix { $0 != ":" }
                }
            }
            #expect(places == ["0100007F"])
        }
    }

    /// Reads it without relying on its length, which the kernel reports as 0.
    private static func table(_ path: String) -> String {
        guard let file = FileHandle(forReadingAtPath: path) else { return "" }
        var bytes = Data()
        while let page = try? file.read(upToCount: 1 << 16), !page.isEmpty { bytes += page }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("Stream keys are made by the service: a client's choice is refused, and an old one replaced") func keys() async throws {
        try await Self.with { service, studio in
            try await service.addLive("l9", .idle)
            let manager = try await Manager(service)
            let path = "/v1/admin/live_streams/l9"
            for key in ["a", "", "x y", "abcdefghijklmnopqrstuvwxyzabcdef"] {
                let reply = try await manager.send(.PATCH, path, json: #"{"ingest":{"url":"rtmp://x/live","key":"\#(key)"}}"#)
                #expect(reply.status == 422, "\(key): \(reply.text)")
                #expect(reply.error?.field == "ingest", "\(key): \(reply.text)")
            }
            for (number, key) in ["a", "", "x y"].enumerated() {
                let ingested = try await studio.begin(
                    Self.stream {
                        $0.id = "k\(number)"
                        $0.ingest = LiveIngest(url: "rtmp://127.0.0.1:1/live", key: key)
                    })
                let made = try #require(ingested.ingest?.key)
                #expect(made != key, "\(made)")
                #expect(StreamKey.isOne(made), "\(made)")
            }
            #expect(StreamKey.make() != StreamKey.make())
            // A leaked key is revoked by removing it.
            _ = try await service.catalogue.resources.update(LiveStream.self, id: "l9", at: service.clock.now) {
                $0.ingest = LiveIngest(url: "rtmp://127.0.0.1:1/live", key: StreamKey.make())
            }
            #expect(try await manager.send(.PATCH, path, json: #"{"title":"as before"}"#).json(LiveStream.self).ingest != nil)
            #expect(try await manager.send(.PATCH, path, json: #"{"ingest":null}"#).json(LiveStream.self).ingest == nil)
        }
    }
}
