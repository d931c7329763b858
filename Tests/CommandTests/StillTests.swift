// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Testing
import WindowboxKit

@testable import windowbox

@Suite("windowbox still") struct StillTests {
    @Test(
        "the best quality is taken that the options allow, wherever the picture is",
        arguments: [([], "0", 640, 360), ([], "7.5", 640, 360), (["--limit-bitrate", "900000"], "3", 480, 270)]
            as [([String], String, Int, Int)])
    func best(options: [String], time: String, width: Int, height: Int) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("wb-still-\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: file) }
        let stream = try GeneratedStreams.named("vod-cmaf").address
        try await Still.parse([stream, "--at", time, "-o", file.path] + options).run()
        // A PNG's width and height stand in its first chunk.
        let bytes = Array(try Data(contentsOf: file).prefix(24))
        #expect(bytes.count == 24 && bytes[12..<16].elementsEqual("IHDR".utf8))
        func number(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        #expect(number(16) == width && number(20) == height)
    }

    @Test("a limit that allows nothing is refused") func limit() {
        #expect(throws: (any Error).self) { try Still.parse(["x", "-o", "y", "--limit-bitrate", "0"]) }
    }
}
