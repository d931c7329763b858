// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxStreaming
import WindowboxTransport

@testable import windowbox

@Suite("Pipes in place of files") struct PipedFilesTests {
    @Test("Data from a pipe can be read several times, from any offset")
    func again() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "windowbox-\(UUID().uuidString)").path
        try #require(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        let content = Array((0..<100_000).map { UInt8($0 % 251) })
        DispatchQueue.global().async { FileManager.default.createFileOfPipe(path, content) }
        let files = PipedFiles()
        let whole = try await files.open(TransportRequest(url: path))
        #expect(whole.url == path)
        #expect(whole.contentLength == content.count)
        #expect(try await whole.body.collect() == content)
        var part = TransportRequest(url: path)
        part.span = ByteSpan(offset: 99_990, length: 5)
        #expect(try await files.open(part).body.collect() == Array(content[99_990..<99_995]))
    }

    @Test("Regular files are read as such, and a missing one is an error")
    func files() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "windowbox-\(UUID().uuidString)").path
        #expect(!PipedFiles.isPipe(path))
        await #expect(throws: TransportError.self) { try await PipedFiles().open(TransportRequest(url: path)) }
        try Data("WEBVTT\n".utf8).write(to: URL(filePath: path))
        defer { unlink(path) }
        #expect(!PipedFiles.isPipe(path))
        #expect(PipedFiles.isPipe("/dev/null"))
        #expect(try await PipedFiles().open(TransportRequest(url: path)).body.collect() == Array("WEBVTT\n".utf8))
    }
}

extension FileManager {
    /// Blocks until a reader opens the pipe.
    fileprivate func createFileOfPipe(_ path: String, _ content: [UInt8]) {
        guard let pipe = FileHandle(forWritingAtPath: path) else { return }
        try? pipe.write(contentsOf: Data(content))
        try? pipe.close()
    }
}
