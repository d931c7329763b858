// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxKit

extension RecordedRun {
    /// The numbers of the frames in a range of the media, which has 30 in a second.
    static func frames(_ seconds: ClosedRange<Double>) -> [Int?] {
        (Int((seconds.lowerBound * 30).rounded())..<Int((seconds.upperBound * 30).rounded())).map { $0 }
    }

    /// Expects each frame at its time on the timeline, without a step.
    func expectEvenFrames(from start: Double = 0) {
        for (index, picture) in pictures.enumerated() {
            #expect(abs(picture.time - start - Double(index) / 30) < 0.002, "frame \(index) at \(picture.time)")
        }
    }

    /// Expects the audio at a second of the output to be that of the media at a time.
    func expectAudio(at output: Double, isOf media: Double) throws {
        let start = Int(output * Double(SoundPosition.sampleRate))
        let end = start + SoundPosition.shortestRun
        try #require(left.count >= end)
        let position = try #require(SoundPosition.read(left: Array(left[start..<end]), right: Array(right[start..<end])))
        let expected = Int((media * Double(SoundPosition.sampleRate)).rounded()) % SoundPosition.cycle
        #expect(abs(position - expected) <= 1200, "at \(output) s: sample \(position) instead of \(expected)")
    }
}
