// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import WindowboxEngine

@Suite("WAV output")
struct WAVOutputTests {
    private static let samples = [Float](repeating: 0.5, count: 960)

    private func write(to output: WAVOutput) -> Int { Self.samples.withUnsafeBufferPointer { output.write($0) } }

    @Test("A full disk is reported with the path and the cause, and playback goes on")
    func full() throws {
        let output = try WAVOutput(path: "/dev/full")
        for _ in 0..<3 { #expect(write(to: output) == 480) }
        output.close()
        #expect(output.failure?.description == "cannot write /dev/full: No space left on device")
    }

    @Test("A file that can't be created is reported with the path and the cause")
    func missing() {
        let path = "/proc/none/sound.wav"
        let error = #expect(throws: AudioFileError.self) { try WAVOutput(path: path) }
        #expect(error?.description == "cannot create \(path): No such file or directory")
    }

    @Test("The header states the length of what was written")
    func whole() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).wav").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(repeating: 1, count: 100_000).write(to: URL(filePath: path))
        let output = try WAVOutput(path: path)
        _ = write(to: output)
        output.close()
        #expect(output.failure == nil)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        #expect(bytes.count == 44 + 960 * 4)
        #expect(bytes[40..<44].elementsEqual([0, 15, 0, 0]))
        // Closed once more, nothing happens.
        output.close()
    }
}
