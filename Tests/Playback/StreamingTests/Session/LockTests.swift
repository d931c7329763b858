// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxStreaming

@Suite("Segments loaded while a variant was locked")
struct LockTests {
    typealias Manner = StreamingConfiguration.Replacement

    @Test("Segments are fetched again at a better quality once the lock is released", arguments: [(Manner.fromThereOn, 1), (.inPlace, 3)])
    func better(manner: Manner, count minimum: Int) {
        var player = Self.player(manner)
        player.send(.select(.variant(0)))
        player.send(.start(.automatic))
        player.run(until: 20)
        #expect(Set(player.segments.map(\.stream)) == [0])
        let count = player.segments.count
        player.send(.select(.variant(nil)))
        player.run(until: 30)
        let copies = Self.copies(player, after: count)
        #expect(copies.count >= minimum)
        #expect(copies.allSatisfy { $0.stream == 1 })
        player.run(until: 200)
        #expect(Set(player.segments.map(\.sequence)) == Set(0..<40))
        #expect(Dictionary(grouping: player.segments, by: \.sequence).values.allSatisfy { $0.count <= 2 })
        #expect(player.stalls == 0)
        #expect(abs(player.position - 160) < 0.01)
    }

    @Test("Segments already at the best quality are not fetched again", arguments: [Manner.fromThereOn, .inPlace])
    func best(manner: Manner) {
        var player = Self.player(manner)
        player.send(.select(.variant(1)))
        player.send(.start(.automatic))
        player.run(until: 20)
        player.send(.select(.variant(nil)))
        player.run(until: 200)
        #expect(player.segments.map(\.sequence) == Array(0..<40))
        #expect(abs(player.position - 160) < 0.01)
    }

    @Test("Segments locked to another codec are upgraded within that codec's levels", arguments: [(Manner.fromThereOn, 1), (.inPlace, 2)])
    func ladders(manner: Manner, count minimum: Int) {
        let master =
            Sample.multivariant + """
                #EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="hvc1.1.6.L93.B0,mp4a.40.2",RESOLUTION=640x360
                hevclow.m3u8
                #EXT-X-STREAM-INF:BANDWIDTH=2500000,CODECS="hvc1.1.6.L93.B0,mp4a.40.2",RESOLUTION=1280x720
                hevchigh.m3u8

                """
        var player = Self.player(manner, master)
        player.send(.start(.automatic))
        player.run(until: 10)
        let first = player.segments.last?.stream ?? 0
        let other = first < 2 ? 2 : 0
        player.send(.select(.variant(other)))
        player.run(until: 30)
        let count = player.segments.count
        player.send(.select(.variant(nil)))
        player.run(until: 40)
        let copies = Self.copies(player, after: count)
        #expect(copies.count >= minimum)
        #expect(copies.allSatisfy { $0.stream == other + 1 })
        player.run(until: 200)
        #expect(Set(player.segments.map(\.sequence)) == Set(0..<40))
        #expect(abs(player.position - 160) < 0.01)
    }

    /// The segments that were loaded again, after this many loads.
    private static func copies(_ player: ScriptedPlayer, after count: Int) -> [SegmentLoad] {
        var seen = Set(player.segments[..<count].map(\.sequence))
        return player.segments[count...].filter { !seen.insert($0.sequence).inserted }
    }

    private static func player(_ manner: Manner, _ master: String = Sample.multivariant) -> ScriptedPlayer {
        var configuration = StreamingConfiguration()
        configuration.replacement = manner
        return OnDemandTests.player(master, segments: 40, configuration: configuration, replaces: true) { _ in 40e6 }
    }
}
