// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxStreaming

@Suite("Start position")
struct StartTests {
    private static func start(_ position: StartPosition, head: String = "", live: Bool = false, extra: [Int: String] = [:])
        -> ScriptedPlayer
    {
        var player = ScriptedPlayer(StreamingSession(source: "http://host/m.m3u8")) { load, time in
            guard load.address.hasSuffix("m3u8") else { return .media() }
            return .text(
                live ? Sample.live("s", at: time, window: 10, head: head) : Sample.onDemand("s", segments: 10, extra: extra, head: head))
        }
        player.send(.start(position))
        player.run(until: 0.5)
        return player
    }

    @Test("Playback starts at the beginning or at a time, which is clamped")
    func times() {
        #expect(Self.start(.automatic).session.startPosition == 0)
        let inside = Self.start(.time(17))
        #expect(inside.session.startPosition == 17)
        #expect(inside.segments.first?.sequence == 4)
        #expect(inside.segments.first?.notBefore == 17)
        #expect(inside.jumps.isEmpty)
        let beyond = Self.start(.time(1000))
        #expect(beyond.segments.first?.sequence == 9)
        #expect(beyond.jumps.count == 1)
        #expect(Self.start(.time(-5)).session.startPosition == 0)
    }

    @Test("EXT-X-START is followed to the segment, or to the sample with PRECISE=YES")
    func startTag() {
        let loose = Self.start(.automatic, head: "#EXT-X-START:TIME-OFFSET=18\n")
        #expect(loose.session.startPosition == 16)
        #expect(loose.segments.first?.notBefore == nil)
        let precise = Self.start(.automatic, head: "#EXT-X-START:TIME-OFFSET=18,PRECISE=YES\n")
        #expect(precise.session.startPosition == 18)
        #expect(precise.segments.first?.notBefore == 18)
        #expect(Self.start(.automatic, head: "#EXT-X-START:TIME-OFFSET=-6,PRECISE=YES\n").session.startPosition == 34)
        #expect(Self.start(.time(4), head: "#EXT-X-START:TIME-OFFSET=18\n").session.startPosition == 4)
    }

    @Test("A live stream can start earlier in its window, but not past the hold-back")
    func live() {
        #expect(Self.start(.automatic, live: true).session.startPosition == 28)
        #expect(Self.start(.automatic, head: "#EXT-X-START:TIME-OFFSET=-30\n", live: true).session.startPosition == 8)
        #expect(Self.start(.automatic, head: "#EXT-X-START:TIME-OFFSET=-1\n", live: true).session.startPosition == 28)
        #expect(Self.start(.time(10), live: true).session.startPosition == 10)
        #expect(Self.start(.time(39), live: true).session.startPosition == 28)
    }

    @Test("A live stream can start at a distance behind live, within its window; an on-demand one, before its end")
    func behindLive() {
        #expect(Self.start(.behindLive(0), live: true).session.startPosition == 28)
        #expect(Self.start(.behindLive(11), live: true).session.startPosition == 17)
        #expect(Self.start(.behindLive(1000), live: true).session.startPosition == 0)
        #expect(Self.start(.behindLive(-5), live: true).session.startPosition == 28)
        #expect(Self.start(.behindLive(10)).session.startPosition.map { abs($0 - 30) < 0.01 } == true)
    }

    @Test("A start date is found by the playlist's dates")
    func date() {
        let player = Self.start(.date(1_577_836_800 + 13), extra: [0: "#EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:00:00Z"])
        #expect(player.session.startPosition == 13)
        #expect(player.session.timeline?.dateOfZero == 1_577_836_800)
        #expect(player.segments.first?.date == 1_577_836_812)
    }

    @Test("CMCD data is sorted, and sent only if enabled")
    func clientData() throws {
        var configuration = StreamingConfiguration()
        configuration.commonMediaClientData = CommonMediaClientData(contentID: "film \"1\"", sessionID: "s-1")
        var player = OnDemandTests.player(segments: 10, configuration: configuration)
        player.send(.start(.automatic))
        player.run(until: 10)
        #expect(player.loads[0].commonMediaClientData == ["cid=\"film \\\"1\\\"\"", "ot=m", "sf=h", "sid=\"s-1\"", "su"])
        let last = try #require(player.loads.last { $0.segment != nil })
        #expect(last.commonMediaClientData.contains("d=4000"))
        #expect(last.commonMediaClientData.contains("ot=av"))
        #expect(last.commonMediaClientData.contains("st=v"))
        #expect(last.commonMediaClientData.contains("tb=3000"))
        #expect(last.commonMediaClientData == last.commonMediaClientData.sorted())
        #expect(!last.commonMediaClientData.contains("su"))
        var silent = OnDemandTests.player(segments: 10)
        silent.send(.start(.automatic))
        silent.run(until: 2)
        #expect(silent.loads.allSatisfy { $0.commonMediaClientData.isEmpty })
    }
}
