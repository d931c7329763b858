// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxStreaming

@Suite("Initialization sections and content types that are missing")
struct MissingMediaTests {
    private static let notFound = LoadFailure(.status(404), message: "not found")

    /// A failure of the section that a segment needs, or of the segment.
    /// - Parameter missing: the ends of the names of missing files.
    private static func failure(of load: StreamLoad, missing: [String]) -> LoadFailure? {
        guard let segment = load.segment else { return nil }
        if let section = segment.initialization?.location.url, missing.contains(where: { section.hasSuffix($0) }) {
            var failure = LoadFailure(.status(404), message: "not found (" + section + ")")
            failure.isInitialization = true
            return failure
        }
        return missing.contains { segment.location.url.hasSuffix($0) } ? notFound : nil
    }

    private static func player(
        _ master: String = Sample.multivariant, missing: [String], segments: Int = 12, maps: [Int: String] = [0: "init"]
    ) -> ScriptedPlayer {
        ScriptedPlayer(StreamingSession(source: "http://host/main.m3u8")) { load, _ in
            if let failure = failure(of: load, missing: missing) { return .failure(failure) }
            if load.address == "http://host/main.m3u8" { return .text(master) }
            guard load.address.hasSuffix(".m3u8") else { return .media(bytes: 200_000, after: 0.3) }
            let name = load.address.split(separator: "/").last.map { String($0.dropLast(5)) } ?? ""
            let extra = maps.mapValues { (maps.count > 1 ? "#EXT-X-DISCONTINUITY\n" : "") + "#EXT-X-MAP:URI=\"\(name)-\($0).mp4\"" }
            return .text(Sample.onDemand(name, segments: segments, extra: extra))
        }
    }

    private static func played(_ player: ScriptedPlayer, until end: Double = 120) -> ScriptedPlayer {
        var player = player
        player.send(.start(.automatic))
        player.run(until: end)
        return player
    }

    @Test("A variant without its initialization section is left for another one, without a gap")
    func otherVariant() {
        let player = Self.played(Self.player(missing: ["low-init.mp4"]))
        #expect(player.failure == nil)
        #expect(player.gaps.isEmpty)
        #expect(abs(player.position - 48) < 0.01)
        #expect(player.segments.filter { $0.stream == 0 }.count <= 1)
    }

    @Test("If every variant lacks its initialization section, the session ends at once and names the section and the remedy")
    func everyVariant() {
        let player = Self.played(Self.player(missing: ["-init.mp4"]))
        #expect(player.failure?.code == .unavailable)
        #expect(player.failure?.url?.hasSuffix("-init.mp4") == true)
        #expect(player.failure?.message.contains("initialization section") == true)
        #expect(player.failure?.message.contains("EXT-X-MAP") == true)
        #expect(player.failure?.underlying?.cause == .status(404))
        #expect(player.gaps.isEmpty)
        #expect(player.segments.count == 2)
        #expect(player.time < 5)
    }

    @Test("An initialization section that only some segments need, such as those of an ad, leaves a gap for these")
    func advertisement() {
        let player = Self.played(Self.player(missing: ["-ad.mp4"], maps: [0: "init", 4: "ad", 7: "init"]))
        #expect(player.failure == nil)
        #expect(player.gaps.map(\.start) == [16, 20, 24])
        #expect(abs(player.position - 48) < 0.01)
    }

    @Test("An audio rendition without its initialization section is left for another one; without another one the session ends")
    func audio() {
        let other = Self.played(Self.player(Sample.withAudio, missing: ["en-init.mp4"]))
        #expect(other.failure == nil)
        #expect(other.segments(.audio).last?.location.url.hasSuffix("/de11.mp4") == true)
        let none = Self.played(Self.player(Sample.withAudio, missing: ["en-init.mp4", "de-init.mp4"]))
        #expect(none.failure?.code == .unavailable)
        #expect(none.failure?.message.contains("initialization section") == true)
    }

    @Test("If no segment of the video can be loaded, the session ends, although its audio loads", arguments: [2, 3, 12])
    func video(segments: Int) {
        let names = (0..<segments).flatMap { ["/low\($0).mp4", "/high\($0).mp4"] }
        let player = Self.played(Self.player(Sample.withAudio, missing: names, segments: segments))
        #expect(player.failure?.code == .unavailable)
        #expect(player.failure?.underlying?.cause == .status(404))
        #expect(player.time < 30)
    }

    @Test("If no segment of the audio can be loaded, the session ends, although its video loads", arguments: [2, 3, 12])
    func sound(segments: Int) {
        let names = (0..<segments).flatMap { ["/en\($0).mp4", "/de\($0).mp4"] }
        let player = Self.played(Self.player(Sample.withAudio, missing: names, segments: segments))
        #expect(player.failure?.code == .unavailable)
        #expect(player.failure?.underlying?.cause == .status(404))
    }

    @Test("The session also ends if it started where the rest of the video is missing")
    func rest() {
        var player = Self.player(Sample.withAudio, missing: ["/low4.mp4", "/low5.mp4", "/high4.mp4", "/high5.mp4"], segments: 6)
        player.send(.start(.time(17)))
        player.run(until: 60)
        #expect(player.failure?.code == .unavailable)
        #expect(player.failure?.message.contains("none of the segments") == true)
    }

    @Test("An audio rendition that consists of gaps is silence")
    func gaps() {
        let gap = Dictionary(uniqueKeysWithValues: (0..<3).map { ($0, "#EXT-X-GAP") })
        var player = ScriptedPlayer(StreamingSession(source: "http://host/main.m3u8")) { load, _ in
            if load.address.hasSuffix("main.m3u8") { return .text(Sample.withAudio) }
            guard load.address.hasSuffix(".m3u8") else { return .media() }
            let isAudio = load.address.hasSuffix("en.m3u8") || load.address.hasSuffix("de.m3u8")
            return .text(Sample.onDemand("s", segments: 3, extra: isAudio ? gap : [:]))
        }
        player.send(.start(.automatic))
        player.run(until: 60)
        #expect(player.failure == nil)
        #expect(abs(player.position - 12) < 0.01)
    }
}
