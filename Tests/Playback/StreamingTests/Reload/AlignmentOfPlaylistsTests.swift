// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS
import WindowboxMedia

@testable import WindowboxStreaming

@Suite("Alignment of a presentation's playlists")
struct AlignmentOfPlaylistsTests {
    private static func live(_ name: String, at time: Double, offset: Int, dates: Bool, discontinuity: Int? = nil, duration: String = "4")
        -> String
    {
        let end = Int((time + 60) / 4)
        var text = "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:\(end - 8 + offset)\n"
        for index in (end - 8)..<end {
            if dates, index == end - 8 {
                let second = index * 4
                text += "#EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:\(two(second / 60)):\(two(second % 60))Z\n"
            }
            if let discontinuity, index == discontinuity { text += "#EXT-X-DISCONTINUITY\n" }
            text += "#EXTINF:\(duration),\n\(name)\(index).mp4\n"
        }
        return text
    }

    private static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

    private static func play(until end: Double = 40, _ playlist: @escaping (String, Double) -> String) -> ScriptedPlayer {
        var player = ScriptedPlayer(StreamingSession(source: "http://host/main.m3u8")) { load, time in
            if load.address == "http://host/main.m3u8" { return .text(Sample.withAudio) }
            if load.address.contains(".m3u8") {
                let name = load.address.split(separator: "/").last.map { String($0.dropLast(5)) } ?? ""
                return .text(playlist(name, time))
            }
            return .media()
        }
        player.send(.start(.automatic))
        player.run(until: end)
        return player
    }

    /// The maximum distance in seconds between segments of both content types with the same number in their names.
    private static func distance(_ player: ScriptedPlayer) -> Double {
        var starts: [Int: Double] = [:]
        var largest = 0.0
        for segment in player.segments {
            let digits = segment.location.url.split(separator: "/").last?.filter(\.isNumber) ?? ""
            guard let number = Int(digits) else { return .infinity }
            if let known = starts[number] { largest = max(largest, abs(known - segment.range.start)) }
            starts[number] = segment.range.start
        }
        return starts.count > 5 ? largest : .infinity
    }

    private func isAligned(_ player: ScriptedPlayer) -> Bool { Self.distance(player) < 0.01 && player.failure == nil }

    @Test("Playlists with different sequence numbers are matched by date")
    func dates() {
        #expect(isAligned(Self.play { name, time in Self.live(name, at: time, offset: name == "en" ? 1000 : 0, dates: true) }))
    }

    @Test("Dates that jump at a discontinuity are compared on the same side of it")
    func datesThatJump() throws {
        let head = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n"
        let before = "#EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:00:00Z\n#EXTINF:4,\na\n#EXTINF:4,\nb\n"
        let after = "#EXT-X-DISCONTINUITY\n#EXT-X-PROGRAM-DATE-TIME:2019-06-01T12:00:00Z\n#EXTINF:4,\nc\n#EXTINF:4,\nd\n"
        let model = try #require(Playlist.parse(head + "#EXT-X-MEDIA-SEQUENCE:10\n" + before + after).playlist?.media)
        let later = try #require(Playlist.parse(head + "#EXT-X-MEDIA-SEQUENCE:500\n" + after + "#EXTINF:4,\ne\n").playlist?.media)
        #expect(PlaylistAlignment.shift(of: later, to: model, shiftedBy: 100) == 108)
        #expect(PlaylistAlignment.shift(of: model, to: later, shiftedBy: 100) == 92)
        let earlier = try #require(
            Playlist.parse(head + "#EXT-X-MEDIA-SEQUENCE:70\n" + before.replacing("00:00:00Z", with: "00:00:01Z")).playlist?.media)
        #expect(PlaylistAlignment.shift(of: earlier, to: model, shiftedBy: 100) == 101)
    }

    @Test("Dates that put two live playlists hours apart are ignored")
    func wrongDates() throws {
        func list(_ date: String) throws -> MediaPlaylist {
            let text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:9\n#EXT-X-PROGRAM-DATE-TIME:\(date)\n#EXTINF:4,\na\n"
            return try #require(Playlist.parse(text).playlist?.media)
        }
        let model = try list("2020-01-01T10:00:00Z")
        #expect(PlaylistAlignment.shift(of: try list("2020-01-01T12:00:00Z"), to: model, shiftedBy: 5) == 5)
        #expect(PlaylistAlignment.shift(of: try list("2020-01-01T10:00:02Z"), to: model, shiftedBy: 5) == 7)
    }

    @Test(
        "On-demand playlists start together, unless dates say that one was cut slightly earlier",
        arguments: [(0, 0), (3, 3), (4, 0), (86_400, 0)] as [(Double, Double)])
    func whole(seconds: Double, shift: Double) throws {
        func list(_ seconds: Double) throws -> MediaPlaylist {
            let date = DateTimeText.text(1_600_000_000 + seconds)
            let text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-PROGRAM-DATE-TIME:\(date)\n#EXTINF:4,\na\n#EXTINF:4,\nb\n#EXT-X-ENDLIST\n"
            return try #require(Playlist.parse(text).playlist?.media)
        }
        #expect(PlaylistAlignment.shift(of: try list(seconds), to: try list(0), shiftedBy: 0) == shift)
    }

    @Test("Durations that drift from the main playlist are corrected by date, and content types stay in sync")
    func drift() {
        let player = Self.play(until: 300) { name, time in
            // Audio that claims to last slightly longer than it does.
            Self.live(name, at: time, offset: name == "en" ? 1000 : 0, dates: true, duration: name == "en" ? "4.1" : "4")
        }
        #expect(player.failure == nil)
        #expect(player.stalls == 0)
        #expect(player.position > 290)
        // Half a segment is tolerated, and the window itself claims to last almost a second longer than it does.
        let distance = Self.distance(player)
        #expect(distance < 3)
        #expect(player.journal.contains { $0.contains("put beside the dates") })
    }

    @Test("Without dates, playlists are matched by sequence number, even if one is a segment ahead")
    func sequences() {
        #expect(isAligned(Self.play { name, time in Self.live(name, at: name == "en" ? time + 4 : time, offset: 0, dates: false) }))
    }

    @Test("Without dates or matching sequence numbers, a discontinuity in both playlists matches")
    func discontinuities() {
        #expect(
            isAligned(
                Self.play { name, time in Self.live(name, at: time, offset: name == "en" ? 1000 : 0, dates: false, discontinuity: 10) }))
    }

    @Test("Without any of these, the ends of the playlists are matched")
    func ends() {
        #expect(isAligned(Self.play { name, time in Self.live(name, at: time, offset: name == "en" ? 1000 : 0, dates: false) }))
    }

    @Test("A variant that takes over after a failure continues at the same time")
    func fallBack() {
        var player = LiveTests.player { Sample.live($0, at: $1, history: 600) }
        let network = player.network
        player.network = { load, time in
            if time > 10, load.address.contains("low") { return .failure(LoadFailure(.status(404), message: "gone")) }
            return network(load, time)
        }
        player.send(.start(.automatic))
        player.send(.limit(QualityLimits(bitrate: 1_500_000)))
        player.run(until: 60)
        #expect(player.failure == nil)
        #expect(player.segments.last?.stream == 1)
        #expect(player.gaps.isEmpty)
        #expect(player.jumps.count <= 1)
        #expect(abs(player.position - (12 + 60)) < 2)
    }

    @Test("A restarted stream has its own clock")
    func epochs() {
        var player = LiveTests.player { Sample.live($0, at: $1 < 30 ? $1 : $1 - 30, history: $1 < 30 ? 600 : 24) }
        player.send(.start(.automatic))
        player.run(until: 80)
        #expect(player.segments.first?.discontinuity == 0)
        #expect(player.segments.last.map { $0.discontinuity > 0 } == true)
    }

    @Test("Delta updates are requested and give the same segments")
    func delta() {
        var deltas = 0
        var player = ScriptedPlayer(StreamingSession(source: "http://host/m.m3u8")) { load, time in
            guard load.address.contains("m3u8") else { return .media() }
            let whole = Sample.live("s", at: time, window: 12, history: 100, head: "#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=24\n")
            guard load.address.contains("_HLS_skip=YES") else { return .text(whole) }
            deltas += 1
            var lines = whole.split(separator: "\n").map(String.init)
            let first = lines.firstIndex { $0.hasPrefix("#EXTINF") } ?? 0
            lines.replaceSubrange(first..<(first + 10), with: ["#EXT-X-SKIP:SKIPPED-SEGMENTS=5"])
            return .text(lines.joined(separator: "\n"))
        }
        player.send(.start(.automatic))
        player.run(until: 60)
        #expect(deltas > 5)
        #expect(player.failure == nil)
        #expect(player.stalls == 0)
        #expect(
            player.segments.map(\.sequence) == Array(player.segments[0].sequence..<(player.segments[0].sequence + player.segments.count)))
    }

    @Test("A delta update that does not fit is followed by a full playlist")
    func badDelta() {
        var player = ScriptedPlayer(StreamingSession(source: "http://host/m.m3u8")) { load, time in
            guard load.address.contains("m3u8") else { return .media() }
            let whole = Sample.live("s", at: time, window: 12, history: 100, head: "#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=24\n")
            guard load.address.contains("_HLS_skip=YES") else { return .text(whole) }
            return .text(
                "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:900\n#EXT-X-SKIP:SKIPPED-SEGMENTS=5\n#EXTINF:4,\nx.mp4\n"
            )
        }
        player.send(.start(.automatic))
        player.run(until: 60)
        #expect(player.failure == nil)
        #expect(player.position > 90)
    }
}
