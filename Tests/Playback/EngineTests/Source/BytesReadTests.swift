// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxStreaming
import WindowboxTransport

@testable import WindowboxEngine

@Suite("Bytes read when playing a file from start to end", .timeLimit(.minutes(2)))
struct BytesReadTests {
    static let files = [
        "start-mp4", "end-mp4", "fragments-mp4", "short-fragments-mp4", "apart-mp4", "film-mkv", "film-ts", "film-avi", "film-flv",
    ]

    @Test("A file is read about once from disk", arguments: files)
    func local(_ name: String) async throws {
        let stream = try GeneratedStreams.named("file-\(name)")
        let size = try Data(contentsOf: stream.url).count
        let read = try await Self.bytesRead(of: stream.address)
        #expect(Double(read) <= 1.1 * Double(size), "\(read) bytes of a file of \(size)")
    }

    @Test("A file is read about once over HTTP with ranges", arguments: files)
    func remote(_ name: String) async throws {
        let bytes = try [UInt8](Data(contentsOf: GeneratedStreams.named("file-\(name)").url))
        let origin = try await FaultyOrigin(["/film": bytes])
        let read = try await Self.bytesRead(of: origin.address + "/film")
        #expect(Double(read) <= 1.1 * Double(bytes.count), "\(read) bytes of a file of \(bytes.count)")
        await origin.stop()
    }

    /// Reads all samples of a file, as playback does.
    private static func bytesRead(of address: String) async throws -> Int {
        let transport = CountingTransport()
        let request = TransportRequest(url: address, limits: .init(whole: .infinity))
        let opened = try await OpenedResource.open(request, with: transport, policy: RecoveryPolicy()) {}
        let again = TransportRequest(url: opened.head.url, limits: .init(whole: .infinity))
        let input = TransportInput(opened: opened, request: again, transport: transport)
        try await onThread {
            let demuxer = try Demuxer(input, container: .file)
            while try demuxer.next() != nil {}
        }
        #expect(input.bytesReceived == transport.delivered.value)
        return transport.delivered.value
    }
}
