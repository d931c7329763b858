// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxMedia

@testable import WindowboxCodec

@Suite("Rotated and mirrored video", .timeLimit(.minutes(2)))
struct OrientationTests {
    /// A video whose corners have different brightness: dark at the top left, then brighter from left to right and from top to bottom.
    private func make() async throws -> [UInt8] {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).mp4")
        defer { try? FileManager.default.removeItem(at: file) }
        let picture = "nullsrc=size=64x32:rate=25:duration=0.2,format=yuv420p,geq=lum='50+40*gte(X,32)+80*gte(Y,16)':cb=128:cr=128"
        let (status, said) = try await RunningProgram.run(
            "/usr/bin/env",
            ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", picture, "-c:v", "mpeg4", "-qscale", "1", file.path])
        #expect(status == 0, "\(said)")
        return try [UInt8](Data(contentsOf: file))
    }

    /// Writes a matrix into the track's header (ISO/IEC 14496-12, 8.3.2).
    private func turned(_ file: [UInt8], by matrix: [Int32]) throws -> [UInt8] {
        var file = file
        let name = Array("tkhd".utf8)
        let header = try #require(file.indices.dropLast(4).first { Array(file[$0..<$0 + 4]) == name })
        let matrixOffset = header + 4 + 4 + 5 * 4 + 2 * 4 + 4 * 2
        for (index, number) in matrix.enumerated() {
            withUnsafeBytes(of: number.bigEndian) {
                for (offset, byte) in $0.enumerated() { file[matrixOffset + index * 4 + offset] = byte }
            }
        }
        return file
    }

    private struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var turn: [Int32]
        var orientation: DisplayOrientation
        /// The corners in display order, each identified by its position in the file.
        var seen: [Int]
    }

    private static let cases = [
        Case(testDescription: "as it is", turn: [1, 0, 0, 1], orientation: .upright, seen: [0, 1, 2, 3]),
        Case(testDescription: "clockwise", turn: [0, 1, -1, 0], orientation: .init(rotation: 90), seen: [2, 0, 3, 1]),
        Case(testDescription: "upside down", turn: [-1, 0, 0, -1], orientation: .init(rotation: 180), seen: [3, 2, 1, 0]),
        Case(testDescription: "anticlockwise", turn: [0, -1, 1, 0], orientation: .init(rotation: 270), seen: [1, 3, 0, 2]),
        Case(
            testDescription: "left for right", turn: [-1, 0, 0, 1], orientation: .init(isMirrored: true), seen: [1, 0, 3, 2]),
        Case(
            testDescription: "top for bottom", turn: [1, 0, 0, -1], orientation: .init(rotation: 180, isMirrored: true),
            seen: [2, 3, 0, 1]),
        Case(
            testDescription: "rows for columns", turn: [0, 1, 1, 0], orientation: .init(rotation: 90, isMirrored: true),
            seen: [0, 2, 1, 3]),
    ]

    @Test("Frames and stills are shown upright", arguments: cases)
    private func upright(_ way: Case) async throws {
        let turn = way.turn.map { $0 << 16 }
        let file = try turned(try await make(), by: [turn[0], turn[1], 0, turn[2], turn[3], 0, 0, 0, 1 << 30])
        let frame = try #require(try Self.first(of: file))
        #expect(frame.orientation == way.orientation)
        let still = try #require(try Self.first(of: try frame.png()))
        #expect(still.size == frame.displaySize)
        #expect(still.size.width == (way.orientation.isSideways ? 32 : 64))
        let pixels = try still.pixels()
        let corners = [(1, 1), (3, 1), (1, 3), (3, 3)].map { x, y in
            Int(pixels[(still.size.height * y / 4 * still.size.width + still.size.width * x / 4) * 3])
        }
        let order = corners.sorted()
        #expect(corners.map { order.firstIndex(of: $0) } == way.seen)
    }

    private static func first(of file: [UInt8]) throws -> VideoFrame? {
        let demuxer = try Demuxer(FileInMemory(file), container: .file)
        let decoder = VideoDecoder(options: .init(threads: 1))
        var frame: VideoFrame?
        while let sample = try demuxer.next(), frame == nil { try decoder.decode(sample, at: 0) { frame = frame ?? $0 } }
        try decoder.drain { frame = frame ?? $0 }
        return frame
    }
}
