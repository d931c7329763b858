// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Testing
import WindowboxContract
import WindowboxKit
import WindowboxPages

@Suite("Compressed responses", .serialized, .timeLimit(.minutes(2)))
struct PackedPagesTests {
    /// A response without decompression.
    private static func fetch(_ method: HTTPMethod, _ address: String, _ fields: [(String, String)]) async throws -> (
        status: Int, fields: HTTPHeaders, body: ByteBuffer
    ) {
        var request = HTTPClientRequest(url: address)
        request.method = method
        for (name, value) in fields { request.headers.add(name: name, value: value) }
        let answer = try await ServedPages.client.execute(request, timeout: .seconds(60))
        return (Int(answer.status.code), answer.headers, try await answer.body.collect(upTo: 8 << 20))
    }

    /// The lines of a compressed text.
    private static func unpacked(_ packed: ByteBuffer) async throws -> [String] {
        let file = FileManager.default.temporaryDirectory.appending(path: "wb-packed-\(UUID().uuidString).gz")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(packed.readableBytesView).write(to: file)
        let (status, lines) = try await RunningProgram.run("/usr/bin/env", ["gzip", "-dc", file.path])
        guard status == 0 else { throw RunningProgram.Fault("gzip: \(status) \(lines)") }
        return lines
    }

    @Test("Pages, assets and documents are compressed for clients that accept gzip, and vary by it")
    func packed() async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            for number in 0..<24 { try await served.makeVideo("v\(number)", "Film \(number)", age: Double(number + 1)) }
            for path in ["/watch/v1", PageAsset.path("viewer.css"), PageAsset.path("player.js"), "/openapi.json"] {
                let address = served.address + path
                let whole = try await Self.fetch(.GET, address, [])
                let packed = try await Self.fetch(.GET, address, [("Accept-Encoding", "gzip, deflate, br")])
                #expect(whole.fields.first(name: "content-encoding") == nil, "\(path)")
                #expect(packed.fields.first(name: "content-encoding") == "gzip", "\(path)")
                for answer in [whole, packed] {
                    #expect(answer.fields["vary"].joined(separator: ", ").contains("Accept-Encoding"), "\(path)")
                }
                #expect(packed.body.readableBytes * 2 < whole.body.readableBytes, "\(path)")
                #expect(packed.fields.first(name: "content-length") == String(packed.body.readableBytes), "\(path)")
                let lines = String(buffer: whole.body).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
                #expect(try await Self.unpacked(packed.body) == (lines.last == "" ? lines.dropLast() : lines), "\(path)")
                let head = try await Self.fetch(.HEAD, address, [("Accept-Encoding", "gzip")])
                #expect(head.fields.first(name: "content-length") == String(packed.body.readableBytes), "\(path)")
                #expect(head.body.readableBytes == 0, "\(path)")
                #expect(head.fields.first(name: "content-encoding") == "gzip", "\(path)")
                // Either form of the tag revalidates either form of the asset.
                guard let tag = packed.fields.first(name: "etag") else { continue }
                #expect(tag != whole.fields.first(name: "etag"), "\(path)")
                for coding in ["gzip", "identity"] {
                    #expect(
                        try await Self.fetch(.GET, address, [("Accept-Encoding", coding), ("If-None-Match", tag)]).status == 304, "\(path)")
                }
            }
            let refused = try await Self.fetch(.GET, served.address + "/", [("Accept-Encoding", "gzip;q=0, *")])
            #expect(refused.fields.first(name: "content-encoding") == nil)
        }
    }

    @Test("Pages with secrets, short responses and media are not compressed") func plain() async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            try await served.makeVideo("v1", "The sea")
            for path in ["/studio/sign-in", "/robots.txt", "/media/\(try ServedPages.stream("vod-cmaf"))"] {
                let answer = try await Self.fetch(.GET, served.address + path, [("Accept-Encoding", "gzip")])
                #expect(answer.status == 200, "\(path)")
                #expect(answer.fields.first(name: "content-encoding") == nil, "\(path)")
            }
        }
    }

    @Test("Pages stay small: less than 50 kB for a feed and 70 kB for a player, without media") func budget() async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            for number in 0..<30 { try await served.makeVideo("v\(number)", "Film \(number)", age: Double(number + 1)) }
            try await Browser.with { browser in
                for (path, largest) in [("/", 50_000), ("/watch/v1", 70_000)] {
                    try await browser.open(served.address + path)
                    try await browser.wait(for: "return document.readyState === 'complete'")
                    let size = """
                        const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
                        return all.filter((e) => !/\\/(media|v1)\\//.test(e.name)).reduce((sum, e) => sum + e.encodedBodySize, 0);
                        """
                    let bytes = try #require(Int(try await browser.run(size)))
                    #expect(bytes > 5000, "\(path)")
                    #expect(bytes < largest, "\(path)")
                }
            }
        }
    }
}
