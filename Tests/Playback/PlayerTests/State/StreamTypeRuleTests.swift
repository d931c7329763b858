// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxStreaming
import WindowboxTesting

@testable import WindowboxPlayer

@Suite("Stream and media types")
struct StreamTypeRuleTests {
    private func type(_ timeline: Timeline?, minimum: Double = 0) -> StreamType {
        StreamTypeRule.streamType(of: timeline, minimumWindow: minimum)
    }

    @Test("PB-31: the stream type follows from the seekable range and the duration")
    func types() {
        #expect(type(nil) == .unknown)
        #expect(type(.onDemand(10)) == .onDemand)
        #expect(type(.window(0, 10)) == .dvr)
        #expect(type(.live(10)) == .live)
        #expect(type(.window(10, 10)) == .live)
    }

    @Test("Decision 4: a window shorter than the minimum is plain live and not seekable")
    func minimumWindow() {
        #expect(type(.window(0, 44), minimum: 45) == .live)
        #expect(type(.window(0, 45), minimum: 45) == .dvr)
        #expect(StreamTypeRule.seekable(of: .window(0, 44), minimumWindow: 45) == TimeRange(start: 44, end: 44))
        #expect(StreamTypeRule.seekable(of: .window(0, 45), minimumWindow: 45) == TimeRange(start: 0, end: 45))
    }

    @Test("1.11: media with video tracks is video, with only audio tracks it is audio")
    func mediaTypes() {
        #expect(MediaTypeRule.mediaType(of: []) == .unknown)
        #expect(MediaTypeRule.mediaType(of: [.audio]) == .audio)
        #expect(MediaTypeRule.mediaType(of: [.audio, .video]) == .video)
    }
}
