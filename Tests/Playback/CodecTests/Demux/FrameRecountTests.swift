// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxCodec

@Suite("Counting frames after a seek to the middle of one")
struct FrameRecountTests {
    private var recount = FrameRecount()

    /// - Parameter decodes: hundredths of a second, as FFmpeg states them; frames are four long. The first is the rest of a frame.
    private mutating func times(_ decodes: [Int64?], isWhole: Bool = false) -> [Int64?] {
        recount.restart()
        return decodes.enumerated().map { index, decode in
            recount.count(decode, duration: 4, timescale: 100, beginsFrame: isWhole || index > 0)
        }
    }

    @Test("The stated time is that of the first frame that begins, until another one is stated")
    mutating func counts() {
        #expect(
            times([158, 162, 158, 160, 164, 168, 172, 182, 186]) == [nil, 158, 162, 166, 170, 174, 178, nil, nil])
    }

    @Test("Where reading begins with a frame, its time is right")
    mutating func whole() { #expect(times([158, 162, 166, 170], isWhole: true) == [nil, nil, nil, nil]) }

    @Test("Times that agree are left alone after a few frames, and so are those after a jump of the clock")
    mutating func ends() {
        #expect(times([158, 158, 162, 166, 170, 174, 178]) == [nil, 158, 162, 166, 170, nil, nil])
        #expect(times([158, 162, 158, 9000, 9004]) == [nil, 158, 162, nil, nil])
        #expect(times([158, nil, nil, .min, 4]) == [nil, 158, 162, nil, nil])
        #expect(times([nil, 158, 162]) == [nil, nil, nil])
    }

    @Test("Nothing is counted before a seek")
    mutating func before() { #expect(recount.count(158, duration: 4, timescale: 100, beginsFrame: false) == nil) }
}
