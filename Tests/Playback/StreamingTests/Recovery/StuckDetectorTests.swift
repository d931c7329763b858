// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxStreaming

@Suite("Stuck detector")
struct StuckDetectorTests {
    private func loader(
        _ position: Double = 0, bufferedEnd: Double? = nil, playlist: String = Sample.onDemand("s", segments: 10)
    ) throws -> StreamLoader {
        var loader = try Sample.loader(Sample.multivariant, playlist: playlist)
        var facts = PlaybackFacts(position: position, rate: 0, wantsToPlay: true, isStalled: true)
        if let bufferedEnd { facts.bufferedEnd[.main] = bufferedEnd }
        loader.media.playhead.played(facts)
        return loader
    }

    private func remedies(_ loader: inout StreamLoader, _ times: [Double]) -> [StuckDetector.Remedy?] {
        var stuck = StuckDetector(timeout: 4)
        var found: [StuckDetector.Remedy?] = []
        for time in times {
            loader.out.begin(at: Instant(seconds: time))
            let position = loader.media.playhead.position
            found.append(stuck.watch(loader.media, loader.playlists, before: position, smallHole: 0.5, &loader.out))
        }
        return found
    }

    @Test("With nothing in flight it reloads, and gives up if that does not help")
    func idle() throws {
        var loader = try loader()
        #expect(StuckDetector.condition(loader.media, loader.playlists) == .idle)
        let found = remedies(&loader, [0, 3, 4, 8, 12, 16, 20])
        #expect(found == [nil, nil, .reload, .reload, .reload, .reload, .giveUp])
    }

    @Test("A gap in the playlist that is longer than what is loaded ahead is jumped")
    func longGap() throws {
        let gaps = Dictionary(uniqueKeysWithValues: (0..<15).map { ($0, "#EXT-X-GAP") })
        var loader = try loader(playlist: Sample.onDemand("s", segments: 20, extra: gaps))
        let found = remedies(&loader, [0, 3, 4])
        #expect(found == [nil, nil, .jump(to: 60)])
        var last = try self.loader(playlist: Sample.onDemand("s", segments: 15, extra: gaps))
        #expect(remedies(&last, [0, 4]) == [nil, .reload])
    }

    @Test("With a load in flight it waits")
    func loading() throws {
        var loader = try loader()
        loader.schedule(.main)
        #expect(StuckDetector.condition(loader.media, loader.playlists) == .loading)
        let found = remedies(&loader, [0, 10, 20])
        #expect(found == [nil, nil, nil])
    }

    @Test("With samples queued it nudges, slightly further each time")
    func buffered() throws {
        var loader = try loader(2, bufferedEnd: 9)
        let found = remedies(&loader, [0, 4, 8])
        #expect(found == [nil, .jump(to: 2.1), .jump(to: 2.2)])
    }

    @Test("A small hole is jumped, and a large one is reloaded first")
    func holes() throws {
        for (start, expected) in [(0.4, [nil, .jump(to: 0.4)]), (2, [nil, .reload])] as [(Double, [StuckDetector.Remedy?])] {
            var loader = try loader()
            let flight = Sample.flight(at: 0)
            let facts = SegmentFacts(bytes: 1, kinds: [.video], range: TimeRange(start: start, end: 4))
            loader.media.states[.main].finished(flight, facts, position: 0)
            #expect(StuckDetector.condition(loader.media, loader.playlists) == .hole(until: start))
            let found = remedies(&loader, [0, 0.5])
            #expect(found == expected)
        }
    }

    @Test("A hole in the caller's buffers is jumped at once, a tiny one a little later, and a very large one is loaded again first")
    func unbuffered() throws {
        for (end, times, expected) in [
            (1.5, [0, 0.1], [nil, .jump(to: 1.5)]), (0.1, [0, 0.1, 0.5], [nil, nil, .jump(to: 0.1)]),
            (12, [0, 0.1, 0.2], [nil, .reload, .jump(to: 12)]),
        ] as [(Double, [Double], [StuckDetector.Remedy?])] {
            var loader = try loader()
            var facts = loader.media.playhead.facts
            facts.resumesAt = end
            loader.media.playhead.played(facts)
            let found = remedies(&loader, times)
            #expect(found == expected)
        }
    }

    @Test("Jumps that bring nothing come to an end")
    func limit() throws {
        var loader = try loader()
        var facts = loader.media.playhead.facts
        facts.resumesAt = 1
        loader.media.playhead.played(facts)
        let found = remedies(&loader, (0...6).map { Double($0) })
        #expect(found == [nil, .jump(to: 1), .jump(to: 1), .jump(to: 1), .jump(to: 1), .giveUp, .giveUp])
    }
}
