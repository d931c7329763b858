// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxPackager

@testable import WindowboxServer

@Suite("Checks before serving") struct PreflightTests {
    @Test(
        "The number of connections follows the file descriptor limit, and too few are refused",
        arguments: [(10_000, 65_536, 10_000), (10_000, 1024, 768), (10_000, 272, 16), (10_000, 271, nil), (10_000, 40, nil), (4, 261, 4)])
    func descriptors(wanted: Int, files: Int, connections: Int?) {
        #expect(DescriptorLimit.connections(wanted, files: files) == connections)
    }

    @Test("Media programs are searched in the same path that they are started from") func programs() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-path-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(MediaPrograms.missing(path: "/none:\(folder.path)") == ["ffmpeg", "ffprobe"])
        let program = folder.appending(path: "ffmpeg").path
        #expect(FileManager.default.createFile(atPath: program, contents: Data(), attributes: [.posixPermissions: 0o755]))
        #expect(MediaPrograms.missing(path: "/none:\(folder.path)") == ["ffprobe"])
        #expect(MediaPrograms.missing(path: "") == ["ffmpeg", "ffprobe"])
    }
}
