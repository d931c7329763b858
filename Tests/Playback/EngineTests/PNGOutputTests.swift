// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit

@testable import WindowboxEngine

@Suite("PNG output", .timeLimit(.minutes(1)))
struct PNGOutputTests {
    @Test("Frames are written to a folder, each once and in order")
    func folder() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "pictures-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let output = try PNGOutput(folder: folder)
        let engine = PlaybackEngine(configuration: EngineConfiguration(pace: .asFastAsPossible), videoOutputs: [output])
        await engine.load(try GeneratedStreams.named("hdr-pq").address, as: ItemID(1))
        await engine.play()
        for await fact in engine.facts { if case .status(_, .ended) = fact { break } }
        #expect(output.failure == nil)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(output.count > 0)
        #expect(names.count == output.count)
        #expect(names.first == "000001.png")
        let first = try Data(contentsOf: URL(filePath: folder + "/000001.png"))
        #expect(first.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        await engine.shutDown()
    }

    @Test("Frames that can't be written are reported")
    func failure() throws {
        #expect(throws: (any Error).self) { try PNGOutput(folder: "/proc/none") }
    }
}
