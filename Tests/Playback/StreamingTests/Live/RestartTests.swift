// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxStreaming

/// Encoders that are restarted under the same address.
@Suite("Encoder restarts")
struct RestartTests {
    /// A stream that stops, and another one whose first segment is available 4 s later.
    /// - Parameters:
    ///   - before: Seconds that the first stream ran before it was joined.
    ///   - stop: Seconds until it stops.
    ///   - isDated: Whether it has dates, which continue.
    ///   - modified: Whether it sends Last-Modified.
    private static func player(before: Double = 60, stop: Double = 30, window: Int = 1000, isDated: Bool = false, modified: Bool = false)
        -> ScriptedPlayer
    {
        var configuration = StreamingConfiguration()
        configuration.replacement = .never
        return ScriptedPlayer(StreamingSession(source: "http://host/live.m3u8", configuration: configuration)) { load, time in
            guard load.address.contains(".m3u8") else { return .media() }
            let isNew = time >= stop + 4
            let clock = isNew ? time - stop : min(time, stop) + before
            let end = Int(clock / 4)
            let zero = isNew ? stop : -before
            let first = max(0, end - window)
            let date = isDated ? "#EXT-X-PROGRAM-DATE-TIME:\(Self.date(zero + Double(first) * 4))\n" : ""
            let written = 1_000_000 + (zero + Double(end) * 4).rounded(.down)
            return .text(
                Sample.live("s", at: clock, window: window, history: 0, head: date), modified: modified ? written : nil)
        }
    }

    private static func date(_ seconds: Double) -> String {
        let whole = Int(seconds) + 3600
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "2026-01-01T\(two(whole / 3600)):\(two(whole / 60 % 60)):\(two(whole % 60)).000Z"
    }

    /// From the new stream's first segment on, expects everything to be played once, after what was played before.
    private func expectGoesOn(_ player: ScriptedPlayer, _ location: SourceLocation = #_sourceLocation) {
        #expect(player.failure == nil, sourceLocation: location)
        let sequences = player.segments.compactMap(\.sequence)
        let restart = sequences.lastIndex(of: 0) ?? sequences.count
        #expect(Array(sequences[restart...]) == (0..<sequences.count - restart).map { $0 }, sourceLocation: location)
        #expect(sequences.count - restart > 15, sourceLocation: location)
        let ranges = player.segments.map(\.range)
        #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $1.start >= $0.end - 0.001 }, sourceLocation: location)
    }

    @Test("A restarted stream is appended to the known timeline if its window reaches back to its start")
    func dvr() {
        var player = Self.player()
        player.send(.start(.automatic))
        player.run(until: 120)
        expectGoesOn(player)
        #expect(player.journal.contains { $0.contains("went back") })
        #expect(player.stalls <= 1)
    }

    @Test("A stream that restarts after its first few segments continues")
    func early() {
        var player = Self.player(before: 14, stop: 10, window: 7)
        player.send(.start(.automatic))
        player.run(until: 120)
        expectGoesOn(player)
    }

    @Test("A restart is detected at once from dates or Last-Modified", arguments: [(true, false), (false, true)])
    func evidence(isDated: Bool, modified: Bool) {
        var player = Self.player(isDated: isDated, modified: modified)
        player.send(.start(.automatic))
        player.run(until: 120)
        expectGoesOn(player)
        #expect(player.stalls == 0)
        #expect(!player.journal.contains { $0.contains("an older copy") })
    }

    @Test("A server some segments behind another is not taken for a restart", arguments: [4.0, 8.0])
    func lagging(seconds: Double) {
        var configuration = StreamingConfiguration()
        configuration.replacement = .never
        var player = ScriptedPlayer(StreamingSession(source: "http://host/live.m3u8", configuration: configuration)) { load, time in
            guard load.address.contains(".m3u8") else { return .media() }
            let lag = Int(time / 20) % 2 == 1 ? seconds : 0
            return .text(Sample.live("s", at: time - lag, window: 1000), modified: 1000 + time.rounded(.down))
        }
        player.send(.start(.automatic))
        player.run(until: 120)
        #expect(player.failure == nil)
        #expect(!player.journal.contains { $0.contains("went back") })
        let first = player.segments.first?.sequence ?? 0
        #expect(player.segments.map(\.sequence) == (0..<player.segments.count).map { first + $0 })
    }

    @Test("A sequence number jump larger than the elapsed time allows is a restart, appended to the timeline")
    func leap() {
        var configuration = StreamingConfiguration()
        configuration.replacement = .never
        var player = ScriptedPlayer(StreamingSession(source: "http://host/live.m3u8", configuration: configuration)) { load, time in
            guard load.address.contains(".m3u8") else { return .media() }
            // As with FFmpeg's -hls_start_number_source epoch.
            guard time >= 34 else { return .text(Sample.live("s", at: min(time, 30))) }
            let text = Sample.live("n", at: time - 30, window: 5, history: 0)
            let end = Int((time - 30) / 4)
            let first = max(0, end - 5)
            return .text(text.replacing("SEQUENCE:\(first)", with: "SEQUENCE:\(first + 100)"))
        }
        player.send(.start(.automatic))
        player.run(until: 120)
        #expect(player.failure == nil)
        let ranges = player.segments.map(\.range)
        #expect(zip(ranges, ranges.dropFirst()).allSatisfy { abs($1.start - $0.end) < 0.001 })
        #expect(player.segments.contains { $0.sequence == 100 })
        #expect(player.journal.contains { $0.contains("jumped") })
        // The clocks of the two encoders are unrelated.
        #expect(Set(player.segments.map(\.discontinuity)).count == 2)
        #expect(player.position > 100)
    }

    @Test("Segments missed during an outage are not a sequence jump")
    func missed() {
        var configuration = StreamingConfiguration()
        configuration.replacement = .never
        var player = ScriptedPlayer(StreamingSession(source: "http://host/live.m3u8", configuration: configuration)) { load, time in
            if (30..<58).contains(time) { return .failure(LoadFailure(.connection, message: "the network is gone")) }
            return load.address.contains(".m3u8") ? .text(Sample.live("s", at: time, window: 3)) : .media()
        }
        player.send(.start(.automatic))
        player.run(until: 90)
        #expect(!player.journal.contains { $0.contains("jumped") })
    }
}
