// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxStreaming

@Suite("Date ranges on the timeline")
struct DateRangeTests {
    private static let list = """
        #EXTM3U
        #EXT-X-TARGETDURATION:4
        #EXT-X-PROGRAM-DATE-TIME:2026-03-01T10:00:00.000Z
        #EXT-X-DATERANGE:ID="late",CLASS="a",START-DATE="2026-03-01T10:00:05.000Z",END-ON-NEXT=YES
        #EXT-X-DATERANGE:ID="early",CLASS="a",START-DATE="2026-03-01T10:00:01.000Z",END-ON-NEXT=YES,X-NAME="n"
        #EXT-X-DATERANGE:ID="cue",START-DATE="2026-03-01T10:00:02.000Z",SCTE35-OUT=0xFC30
        #EXTINF:4,
        0.ts
        #EXTINF:4,
        1.ts
        #EXT-X-ENDLIST

        """

    @Test("Date ranges are reported once, in order, and END-ON-NEXT ones last until the next of their class")
    func reported() {
        var player = ScriptedPlayer(StreamingSession(source: "http://host/m.m3u8")) { load, _ in
            load.address.hasSuffix("m3u8") ? .text(Self.list) : .media()
        }
        player.send(.start(.automatic))
        player.run(until: 3)
        let reported = player.log.compactMap { if case .dateRanges(let ranges) = $0.action { ranges } else { nil } }
        #expect(reported.count == 1)
        #expect(reported.first?.map(\.id) == ["early", "cue", "late"])
        #expect(reported.first?.map(\.start) == [1, 2, 5])
        #expect(reported.first?.map(\.end) == [5, nil, nil])
        #expect(reported.first?[1].spliceOut == [0xFC, 0x30])
        #expect(reported.first?[0].attributes == [.init(name: "X-NAME", value: "n")])
    }
}
