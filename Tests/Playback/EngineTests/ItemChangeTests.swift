// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxMedia

@Suite("A change", .serialized)
struct ItemChangeTests {
    @Test("of item loses no picture and no sample")
    func gapless() async throws {
        let first = try GeneratedStreams.named("gapless-1")
        let second = try GeneratedStreams.named("gapless-2")
        let run = await RecordedRun.play([first.address, second.address])
        #expect(run.end == .ended)
        #expect(run.pictures.count == first.frames + second.frames)
        let advances = run.facts.filter { if case .advanced = $0 { true } else { false } }
        #expect(advances.count == 1)
    }

    @Test("of quality loses no picture")
    func quality() async throws {
        let stream = try GeneratedStreams.named("vod-cmaf")
        let run = await RecordedRun.play([stream.address])
        #expect(run.end == .ended)
        #expect(Set(run.pictures.map(\.size)).count > 1, "the ladder was climbed")
        #expect(run.numbers == (0..<stream.frames).map { $0 })
        #expect(run.misplaced().isEmpty)
    }

    @Test("of quality loses no picture in MPEG-TS either")
    func qualityInTransportStream() async throws {
        let stream = try GeneratedStreams.named("vod-ts")
        let run = await RecordedRun.play([stream.address])
        #expect(run.end == .ended)
        #expect(run.numbers == (0..<stream.frames).map { $0 })
    }
}
