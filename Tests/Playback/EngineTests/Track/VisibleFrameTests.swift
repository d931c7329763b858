// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCodec
import WindowboxKit

@testable import WindowboxEngine

/// Tests which frame a track shows first when seeks come between the frames that leave its decoder.
@Suite("The frame that is visible at a target")
struct VisibleFrameTests {
    private let track = VideoTrack(options: .init(threads: 1), retention: 15) { _ in }
    private let frame: VideoFrame

    init() throws {
        let material = try QueueMaterial()
        let decoder = VideoDecoder(options: .init(threads: 1))
        var frames: [VideoFrame] = []
        try decoder.decode(material.key, at: 0) { frames.append($0) }
        try decoder.drain { frames.append($0) }
        frame = try #require(frames.first)
        // Thirtieths of a second. Every sample states that it lasts for one of them.
        for (number, start) in [0, 60, 150, 151, 270].enumerated() {
            track.append(
                .init(sample: number == 0 ? material.key : material.other, time: Double(start) / 30, duration: 1 / 30, number: number),
                of: nil, run: nil)
        }
    }

    private func seek(to time: Double) { _ = track.restart(at: time) }

    /// The decoder puts out a frame.
    private func emit(_ start: Int, again: VideoTrack.Repetition? = nil) {
        track.emit(frame.moved(to: Double(start) / 30), track.state.read { $0.pass }, again: again)
    }

    /// The renderer takes the first frame.
    private func show() { track.state.change { _ = $0.frames.removeFirst() } }

    private var ready: [Int] { track.state.read { $0.frames.map { Int(($0.time * 30).rounded()) } } }

    @Test("A frame that was decoded before the seek keeps its time")
    func decodedBefore() {
        seek(to: 3)
        for start in [0, 60, 150] { emit(start) }
        #expect(ready == [60, 150])
        show()
        emit(151)
        seek(to: 7)
        #expect(ready == [])
        emit(270)
        #expect(ready == [151, 270])
    }

    @Test("A frame that left the decoder on the way to an earlier target is visible at the next one, too")
    func decodedOnTheWay() {
        seek(to: 3)
        for start in [0, 60] { emit(start) }
        seek(to: 4)
        emit(150)
        #expect(ready == [60, 150])
    }

    @Test("A keyframe that was decoded alone is shown, although the decoder puts it out again")
    func decodedAlone() {
        seek(to: 0)
        emit(0, again: .one)
        seek(to: 1)
        emit(0)
        emit(60)
        #expect(ready == [0, 60])
    }
}
