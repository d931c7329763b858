// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxOrigin
import WindowboxStreaming
import WindowboxTransport

@Suite("Serving a folder")
struct ServedFolderTests {
    private func serving(_ content: [UInt8], _ work: (String) async throws -> Void) async throws {
        let folder = NSTemporaryDirectory() + "windowbox-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data(content).write(to: URL(fileURLWithPath: folder + "/a.ts"))
        let origin = try await Origin(serving: OriginFolder(folder))
        try await work(origin.address + "/a.ts")
    }

    @Test("Files are served completely, in ranges and for HEAD requests, over one connection")
    func loading() async throws {
        let content = sampleBytes(3_000_000)
        try await serving(content) { url in
            let transport = HTTPTransport()
            #expect(try await transport.bytes(of: TransportRequest(url)) == content)
            let span = ByteSpan(offset: 1_000_000, length: 65_537)
            #expect(try await transport.bytes(of: TransportRequest(url, span: span)) == Array(content[span.offset..<span.end]))
            let head = try await transport.open(TransportRequest(url: url, method: .head, limits: generousLimits))
            #expect(head.contentLength == content.count)
            #expect(try await head.body.collect() == [])
            let tag = try #require(head.headers["ETag"])
            let same = try await transport.open(TransportRequest(url: url, headers: ["If-None-Match": tag], limits: generousLimits))
            #expect(same.status == 304)
            #expect(head.head.date != nil)
        }
    }

    @Test("A client that disconnects in the middle of a file does no harm")
    func leaving() async throws {
        let content = sampleBytes(8_000_000)
        try await serving(content) { url in
            let transport = HTTPTransport()
            for _ in 0..<5 {
                let response = try await transport.open(TransportRequest(url))
                #expect(try await response.body.makeAsyncIterator().next()?.isEmpty == false)
                response.body.cancel()
            }
            #expect(try await transport.bytes(of: TransportRequest(url)) == content)
        }
    }
}
