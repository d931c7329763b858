// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit

@Suite("Generated streams")
struct GeneratedStreamsTests {
    @Test("Every stream of the catalogue exists, with a size and a duration")
    func catalogue() throws {
        let streams = try GeneratedStreams.all
        #expect(streams.count > 45)
        #expect(Set(streams.map(\.name)).count == streams.count)
        for stream in streams {
            #expect(FileManager.default.fileExists(atPath: stream.url.path), "\(stream.name)")
            #expect(stream.size > 0, "\(stream.name)")
            #expect(stream.duration > 0, "\(stream.name)")
            #expect(stream.frames >= 0, "\(stream.name)")
        }
    }

    @Test("A name that isn't in the catalogue is an error")
    func unknown() {
        #expect(throws: GeneratedStreamsError.self) { try GeneratedStreams.named("no-such-stream") }
    }

    @Test("Streams requested concurrently by many tasks are generated once")
    func parallel() async throws {
        let folders = try await withThrowingTaskGroup(of: URL.self) { group in
            for _ in 0..<8 { group.addTask { try GeneratedStreams.directory } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(folders.count == 1)
    }

    @Test("Frames are numbered in order from the first", arguments: ["vod-cmaf-muxed", "discontinuity-ts", "square", "gapless-2"])
    func pictures(name: String) throws {
        let stream = try GeneratedStreams.named(name)
        let first = name == "gapless-2" ? 120 : 0
        let size = stream.width * stream.height
        let video = try DecodedStream(stream).video()
        let numbers = stride(from: 0, to: video.count - size + 1, by: size).map { start in
            video.withUnsafeBytes {
                FrameNumber.read(
                    luma: UnsafeRawBufferPointer(rebasing: $0[start..<start + size]), stride: stream.width, width: stream.width,
                    height: stream.height)
            }
        }
        #expect(numbers == (first..<first + stream.frames).map { $0 })
    }

    @Test("A run of audio samples determines its position in any codec", arguments: ["file-sound-wav", "file-start-mp4", "vod-ts"])
    func sound(name: String) throws {
        let sound = try DecodedStream(try GeneratedStreams.named(name)).sound()
        for start in [12_345, 150_000, 333_333] {
            let run = start..<start + SoundPosition.shortestRun
            #expect(SoundPosition.read(left: Array(sound.left[run]), right: Array(sound.right[run])) == start)
        }
    }

    @Test("A hole in the audio moves the position by its length")
    func hole() throws {
        let sound = try DecodedStream(try GeneratedStreams.named("file-sound-wav")).sound()
        let spliced = (
            left: Array(sound.left[0..<20_000] + sound.left[21_024...]), right: Array(sound.right[0..<20_000] + sound.right[21_024...])
        )
        let run = 40_000..<40_000 + SoundPosition.shortestRun
        #expect(SoundPosition.read(left: Array(spliced.left[run]), right: Array(spliced.right[run])) == 41_024)
    }

    @Test("Silence and short runs have no position")
    func silence() {
        let run = [Float](repeating: 0, count: SoundPosition.shortestRun)
        #expect(SoundPosition.read(left: run, right: run) == nil)
        #expect(SoundPosition.read(left: [0.1], right: [0.1]) == nil)
    }

    @Test("A frame without a bar, or cut short, has no number")
    func noBar() {
        let white = [UInt8](repeating: 200, count: 640 * 360)
        white.withUnsafeBytes { bytes in
            #expect(FrameNumber.read(luma: bytes, stride: 640, width: 640, height: 360) == nil)
            #expect(FrameNumber.read(luma: bytes, stride: 640, width: 640, height: 361) == nil)
            #expect(FrameNumber.read(luma: bytes, stride: 100, width: 640, height: 360) == nil)
            #expect(FrameNumber.read(luma: bytes, stride: 0, width: 0, height: 0) == nil)
        }
    }
}
