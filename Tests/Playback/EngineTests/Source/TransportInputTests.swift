// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxKit
import WindowboxStreaming
import WindowboxTransport

@testable import WindowboxEngine

@Suite("Reading a file through a transport", .timeLimit(.minutes(1)))
struct TransportInputTests {
    @Test("The file is fetched ahead of its reader, continues as the reader does, and stops when released")
    func window() async throws {
        let megabyte = 1 << 20
        let file = EndlessFile(chunk: megabyte)
        try await Self.read(12 * megabyte, of: file, length: 1 << 40)
        // What is read, and some read-ahead.
        #expect(file.given.value >= 12)
        #expect(file.given.value < 24)
        await file.isLetGo.reaches { $0 }
    }

    @Test("Releasing the input ends a transfer that waits for buffer space")
    func waiting() async throws {
        let file = EndlessFile(chunk: 1 << 20)
        try await Self.read(2 << 20, of: file, length: 1 << 40) { await file.given.reaches { $0 > 4 } }
        await file.isLetGo.reaches { $0 }
    }

    /// Reads this many bytes through an input that is then released.
    private static func read(_ count: Int, of file: EndlessFile, length: Int, then wait: () async -> Void = {}) async throws {
        let input = TransportInput(request: TransportRequest(url: "endless:"), length: length, transport: file)
        try await onThread {
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
            defer { buffer.deallocate() }
            var left = count
            while left > 0 { left -= try input.read(into: .init(rebasing: buffer[..<min(left, buffer.count)])) }
        }
        await wait()
    }
}

/// An endless file that counts the bytes delivered.
private final class EndlessFile: Transport {
    let given = Watched(0)
    let isLetGo = Watched(false)
    private let chunk: ByteChunk

    init(chunk bytes: Int) { chunk = ByteChunk([UInt8](repeating: 7, count: bytes)) }

    func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        TransportResponse(status: 206, url: request.url, contentLength: request.span?.length, body: TransportBody(Source(file: self)))
    }

    private final class Source: ByteSource {
        private let file: EndlessFile
        init(file: EndlessFile) { self.file = file }

        func next() async throws(TransportError) -> ByteChunk? {
            file.given.change { $0 += 1 }
            return file.chunk
        }

        func cancel() { file.isLetGo.change { $0 = true } }
    }
}
