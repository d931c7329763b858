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

    @Test("A window whose length varies around the minimum by a segment keeps its type")
    func varyingWindow() {
        var type = StreamType.unknown
        let types = [44.0, 46, 44, 45, 43, 42, 45, 44].map { length in
            var timeline = Timeline.window(0, length)
            timeline.targetDuration = 2
            type = StreamTypeRule.streamType(of: timeline, minimumWindow: 45, previous: type)
            let seekable = StreamTypeRule.seekable(of: timeline, minimumWindow: 45, previous: type)
            #expect(seekable?.isEmpty == (type == .live))
            return type
        }
        #expect(types == [.live, .dvr, .dvr, .dvr, .dvr, .live, .dvr, .dvr])
    }

    @Test("1.11: media with video tracks is video, with only audio tracks it is audio")
    func mediaTypes() {
        #expect(MediaTypeRule.mediaType(of: []) == .unknown)
        #expect(MediaTypeRule.mediaType(of: [.audio]) == .audio)
        #expect(MediaTypeRule.mediaType(of: [.audio, .video]) == .video)
    }
}
