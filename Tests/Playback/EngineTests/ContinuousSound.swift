// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxKit

/// Reads the position every half second and expects it to follow from the samples before.
func expectContinuous(_ run: RecordedRun) throws {
    let (left, right) = (run.left, run.right)
    #expect(left.count > 3 * SoundPosition.sampleRate)
    let step = SoundPosition.sampleRate / 2
    var first: Int?
    // The encoder fades in during its first half second, which can be misread.
    for start in stride(from: step, to: left.count - SoundPosition.shortestRun, by: step) {
        let end = start + SoundPosition.shortestRun
        let read = SoundPosition.read(left: Array(left[start..<end]), right: Array(right[start..<end]))
        let position = try #require(read, "at sample \(start): \(run.journal)")
        let base = (position - start % SoundPosition.cycle + SoundPosition.cycle) % SoundPosition.cycle
        let expected = first ?? base
        first = expected
        #expect(abs(base - expected) <= 2, "at sample \(start)")
    }
}
