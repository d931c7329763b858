// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxCodec

@Suite("Tracks that are counted from elsewhere")
struct TrackStartsTests {
    @Test("A track that begins hours after the packets around it is moved to them")
    func apart() {
        var starts = TrackStarts()
        #expect(starts.shift(0, of: 1, mayBeFirst: true) == 0)
        #expect(starts.shift(0.046, of: 1, mayBeFirst: true) == 0)
        #expect(!starts.knows([0, 1]))
        #expect(starts.shift(3_600_000, of: 0, mayBeFirst: true) == 0.046 - 3_600_000)
        #expect(starts.knows([0, 1]))
        #expect(starts.shift(3_600_000.033, of: 0, mayBeFirst: true) == 0.046 - 3_600_000)
        #expect(starts.shift(0.092, of: 1, mayBeFirst: true) == 0)
        // After a seek.
        #expect(starts.shift(3_600_100, of: 0, mayBeFirst: false) == 0.046 - 3_600_000)
        #expect(starts.shift(of: 0) == 0.046 - 3_600_000)
        #expect(starts.shift(of: 1) == 0)
    }

    @Test("A track that begins late or early is not moved", arguments: [5.0, 600, -7200])
    func late(time: Double) {
        var starts = TrackStarts()
        #expect(starts.shift(10, of: 0, mayBeFirst: true) == 0)
        #expect(starts.shift(10 + time, of: 1, mayBeFirst: true) == 0)
    }

    @Test("A packet after a seek says nothing about the start")
    func sought() {
        var starts = TrackStarts()
        #expect(starts.shift(0, of: 0, mayBeFirst: true) == 0)
        #expect(starts.shift(9000, of: 1, mayBeFirst: false) == 0)
        #expect(!starts.knows([0, 1]))
    }
}
