// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxAds

@Suite("Cue points") struct CuePointTests {
    private let points = ContentCuePoints([
        ContentCuePoint("ad", at: .after), ContentCuePoint("ad", at: .at(20)), ContentCuePoint("code", at: .at(20)),
        ContentCuePoint("ad", at: .before), ContentCuePoint("ad", at: .at(5)), ContentCuePoint("ad", at: .at(.nan)),
    ])

    private func places(_ points: ContentCuePoints) -> [ContentCuePoint.Position] { points.all.map(\.position) }

    @Test("1.3 Cue points are in content order, with those before the content first and those after it last")
    func order() {
        #expect(places(points) == [.before, .at(5), .at(20), .at(20), .after])
        #expect(points.all[2].type == "ad")
        #expect(points.all[3].type == "code")
        #expect(places(points.of(type: "code")) == [.at(20)])
        #expect(places(points.at(.at(20))).count == 2)
        #expect(places(points.before(.at(20))) == [.before, .at(5)])
        #expect(places(points.after(.at(20))) == [.after])
    }

    @Test("1.3 Passed cue points exclude the start position and include the end")
    func passed() {
        #expect(places(points.passed(from: .before, to: .at(5))) == [.at(5)])
        #expect(places(points.passed(from: .at(5), to: .at(20))) == [.at(20), .at(20)])
        #expect(places(points.passed(from: .at(5), to: .after)) == [.at(20), .at(20), .after])
        #expect(points.passed(from: .at(20), to: .at(5)).all.isEmpty)
        #expect(points.passed(from: .at(5), to: .at(19)).all.isEmpty)
    }

    @Test("1.3 All, the first or the last passed cue points are chosen, optionally once, and playback continues as set")
    func policy() {
        let passed = points.of(type: "ad").passed(from: .before, to: .at(25))
        var all = ContentCuePointPolicy()
        #expect(all.choose(from: passed, playhead: 25).points.map(\.position) == [.at(5), .at(20)])
        #expect(all.choose(from: passed, playhead: 25).goesOnAt == 25)
        var first = ContentCuePointPolicy(.first, resumption: .lastChosen)
        #expect(first.choose(from: passed, playhead: 25) == ([passed.all[0]], 5))
        #expect(first.choose(from: ContentCuePoints([]), playhead: 25) == ([], 25))
        var last = ContentCuePointPolicy(.last, isOnce: true)
        #expect(last.choose(from: passed, playhead: 25).points == [passed.all[1]])
        #expect(last.choose(from: passed, playhead: 25).points == [passed.all[0]])
        #expect(last.choose(from: passed, playhead: 25).points.isEmpty)
    }
}
