// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxStreaming

@Suite("Loading around blocked ranges")
struct BlockedLoadingTests {
    @Test("Segments entirely in a blocked range are not loaded, but those at its edges are")
    func passes() {
        var player = OnDemandTests.player(segments: 40)
        player.send(.block([TimeRange(start: 22, end: 90)]))
        player.send(.start(.automatic))
        player.run(until: 200)
        #expect(player.segments.map(\.sequence) == Array(0...5) + Array(22..<40))
        #expect(player.segments.first { $0.sequence == 22 }?.startsRun == true)
        #expect(Self.passed(player, .main) == [TimeRange(start: 24, end: 88)])
        #expect(player.journal.contains { $0.contains("blocked 22.000–90.000 s") })
        #expect(player.journal.contains { $0.contains("blocked main passes over 24.000–88.000 s, 16 segments") })
        #expect(player.stalls == 0)
        #expect(abs(player.position - 160) < 0.01)
    }

    @Test("Separate audio skips the blocked range as the video does")
    func sound() {
        var player = OnDemandTests.player(Sample.withAudio, segments: 40)
        player.send(.block([TimeRange(start: 20, end: 100)]))
        player.send(.start(.automatic))
        player.run(until: 200)
        for contentType in [ContentType.main, .audio] {
            #expect(player.segments(contentType).map(\.sequence) == Array(0..<5) + Array(25..<40))
            #expect(Self.passed(player, contentType) == [TimeRange(start: 20, end: 100)])
        }
        #expect(player.stalls == 0)
        #expect(abs(player.position - 160) < 0.01)
    }

    @Test("A blocked range does not fill the buffer: what follows it is loaded in time")
    func room() {
        var player = OnDemandTests.player(segments: 100)
        player.send(.block([TimeRange(start: 8, end: 300)]))
        player.send(.start(.automatic))
        player.wantsToPlay = false
        player.run(until: 30)
        let end = player.segments.map(\.range.end).max() ?? 0
        #expect(end - 292 >= 28)
        #expect(end - 292 <= 36)
    }

    @Test("If the end is blocked, loading ends where the blocked range begins")
    func end() {
        var player = OnDemandTests.player(segments: 40)
        player.send(.block([TimeRange(start: 40, end: 160)]))
        player.send(.start(.automatic))
        player.wantsToPlay = false
        player.run(until: 30)
        #expect(player.segments.map(\.sequence).max() ?? 0 <= 9)
        player.wantsToPlay = true
        player.run(until: 60)
        #expect(player.segments.map(\.sequence) == Array(0..<10))
        #expect(player.ended == [.main])
    }

    @Test("A range that is unblocked is loaded before playback reaches it")
    func free() {
        var player = OnDemandTests.player(segments: 40)
        player.send(.block([TimeRange(start: 20, end: 100)]))
        player.send(.start(.automatic))
        player.run(until: 10)
        #expect(player.segments.contains { $0.sequence == 25 })
        player.send(.block([]))
        player.run(until: 200)
        #expect(Set(player.segments.map(\.sequence)) == Set(0..<40))
        #expect(player.stalls == 0)
        #expect(abs(player.position - 160) < 0.01)
    }

    @Test("A seek back before a range unblocked since plays it, although it was skipped")
    func back() {
        var player = OnDemandTests.player(segments: 40)
        player.send(.block([TimeRange(start: 20, end: 100)]))
        player.send(.start(.automatic))
        player.run(until: 30)
        #expect(player.position > 100)
        player.send(.block([]))
        player.run(until: 31)
        player.send(.seek(to: 15))
        player.run(until: 200)
        #expect(Set(player.segments.map(\.sequence)) == Set(0..<40))
        #expect(abs(player.position - 160) < 0.01)
    }

    @Test("A live stream still loads blocked ranges, as its timeline may change")
    func live() {
        var player = LiveTests.player { Sample.live($0, at: $1) }
        player.send(.block([TimeRange(start: 15, end: 100)]))
        player.send(.start(.automatic))
        player.run(until: 1)
        #expect(player.segments.contains { $0.range.start == 16 })
        #expect(Self.passed(player, .main).isEmpty)
    }

    private static func passed(_ player: ScriptedPlayer, _ contentType: ContentType) -> [TimeRange] {
        player.log.compactMap { if case .pass(contentType, let range) = $0.action { range } else { nil } }
    }
}
