// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit

@Suite("Live playlists")
struct LivePlaylistTests {
    /// Four segments of 2 s, each in four parts of half a second.
    static let material = LiveMaterial(
        map: "init.mp4",
        segments: (0..<4).map { number in
            .init(
                uri: "\(number).m4s", duration: 2,
                parts: (0..<4).map { .init(uri: "\(number).\($0).m4s", duration: 0.5, independent: $0 == 0, size: 100 + $0) })
        })

    static func uris(_ text: String) -> [String] {
        text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
    }

    @Test("A sliding window adds segments when they end and removes them in order")
    func window() {
        let live = LivePlaylist(material: Self.material, window: .sliding(seconds: 4))
        #expect(Self.uris(live.text(at: 1.9)) == [])
        #expect(Self.uris(live.text(at: 2)) == ["0.m4s"])
        #expect(Self.uris(live.text(at: 6.5)) == ["1.m4s", "2.m4s"])
        #expect(live.text(at: 6.5).contains("#EXT-X-MEDIA-SEQUENCE:1\n"))
        #expect(!live.text(at: 6.5).contains("PART"))
    }

    @Test("Looped material starts after a discontinuity, which is counted once it has left the window")
    func loop() {
        let live = LivePlaylist(material: Self.material, window: .sliding(seconds: 6))
        let first = live.text(at: 12)
        #expect(Self.uris(first) == ["3.m4s", "0.m4s", "1.m4s"])
        #expect(first.contains("#EXT-X-DISCONTINUITY\n#EXTINF:2.000000,\n0.m4s"))
        #expect(!first.contains("DISCONTINUITY-SEQUENCE"))
        #expect(!live.text(at: 14).contains("DISCONTINUITY-SEQUENCE"))
        #expect(live.text(at: 16).contains("#EXT-X-DISCONTINUITY-SEQUENCE:1\n"))
        #expect(live.text(at: 3_600).contains("#EXT-X-MEDIA-SEQUENCE:1797\n"))
    }

    @Test("An event playlist keeps everything and can end")
    func event() {
        let live = LivePlaylist(material: Self.material, window: .event, ending: .ends(at: 7))
        #expect(live.text(at: 4).contains("#EXT-X-PLAYLIST-TYPE:EVENT\n"))
        #expect(!live.text(at: 6.9).contains("ENDLIST"))
        #expect(live.text(at: 7).hasSuffix("2.m4s\n#EXT-X-ENDLIST\n"))
        #expect(live.text(at: 100) == live.text(at: 7))
    }

    @Test("A stalled playlist stays unchanged, without an end")
    func stall() {
        let live = LivePlaylist(material: Self.material, ending: .stalls(at: 5), lowLatency: .init())
        #expect(live.text(at: 60) == live.text(at: 5))
        #expect(!live.text(at: 60).contains("ENDLIST"))
        #expect(live.reply(at: 60, sequence: 2, part: 1) == .playlist(live.text(at: 5)))
        #expect(live.reply(at: 60, sequence: 2, part: 2) == .never)
    }

    @Test("Dates follow the segments across loops")
    func dates() {
        let live = LivePlaylist(material: Self.material, window: .sliding(seconds: 2), startDate: 1_772_359_200)
        #expect(live.text(at: 10).contains("#EXT-X-PROGRAM-DATE-TIME:2026-03-01T10:00:08.000Z\n"))
    }

    @Test("Parts appear one by one, with a hint for the next and a report for each other rendition")
    func parts() {
        var lowLatency = LivePlaylist.LowLatency()
        lowLatency.renditionReports = ["../sound/live.m3u8"]
        let live = LivePlaylist(material: Self.material, lowLatency: lowLatency, firstSequence: 50)
        let text = live.text(at: 5.1)
        #expect(text.contains("#EXT-X-PART-INF:PART-TARGET=0.500000\n"))
        #expect(text.contains("#EXT-X-PART:DURATION=0.500000,URI=\"2.1.m4s\"\n#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"2.2.m4s\"\n"))
        #expect(text.contains("#EXT-X-RENDITION-REPORT:URI=\"../sound/live.m3u8\",LAST-MSN=52,LAST-PART=1\n"))
        #expect(live.text(at: 6).contains("LAST-MSN=52,LAST-PART=3\n"))
    }

    @Test("Parts as byte ranges of their segment are contiguous")
    func byteRanges() {
        var lowLatency = LivePlaylist.LowLatency()
        lowLatency.usesByteRanges = true
        let text = LivePlaylist(material: Self.material, lowLatency: lowLatency).text(at: 1)
        #expect(text.contains("URI=\"0.m4s\",BYTERANGE=\"101@100\"\n#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"0.m4s\",BYTERANGE-START=201\n"))
    }

    @Test("A delta update skips segments older than six target durations")
    func delta() {
        let live = LivePlaylist(material: Self.material, window: .sliding(seconds: 40), lowLatency: .init())
        let text = live.text(at: 40, skipping: true)
        #expect(text.contains("#EXT-X-SKIP:SKIPPED-SEGMENTS=14\n"))
        #expect(Self.uris(text).count == 6)
        #expect(!live.text(at: 8, skipping: true).contains("SKIP:"))
    }

    @Test(
        "A blocking request waits for exactly its segment or part",
        arguments: [
            (2, nil, LivePlaylist.Reply.wait(until: 6)), (2, 2, .wait(until: 5.5)), (3, 0, .wait(until: 6.5)), (1, 4, nil),
            (2, 4, .wait(until: 6.5)), (1, nil, nil), (2, 1, nil), (4, nil, .refuse), (nil, 1, .refuse), (nil, nil, nil),
        ] as [(Int?, Int?, LivePlaylist.Reply?)])
    func blocking(sequence: Int?, part: Int?, reply: LivePlaylist.Reply?) {
        let live = LivePlaylist(material: Self.material, lowLatency: .init())
        #expect(live.reply(at: 5.1, sequence: sequence, part: part) == reply ?? .playlist(live.text(at: 5.1)))
    }

    @Test("After the stated wait, a request gets its playlist")
    func patience() {
        let live = LivePlaylist(material: Self.material, ending: .ends(at: 30.2), lowLatency: .init())
        for sequence in 0..<16 {
            for part in [nil, 0, 1, 3, 4] as [Int?] {
                let asked = max(0, Double(sequence - 2) * 2)
                guard case .wait(let moment) = live.reply(at: asked, sequence: sequence, part: part) else { continue }
                #expect(
                    live.reply(at: moment, sequence: sequence, part: part) == .playlist(live.text(at: moment)), "\(sequence) \(part ?? -1)")
            }
        }
    }

    @Test("The generated material gives a playlist from the first second to the second hour")
    func generated() throws {
        for rendition in ["180p", "360p", "sound"] {
            let material = try LiveMaterial(folder: GeneratedStreams.directory.appending(path: "live-cmaf/\(rendition)"))
            let live = LivePlaylist(material: material, lowLatency: .init())
            for second in [0.0, 0.4, 13, 59.99, 60, 61.5, 7_200] { #expect(live.text(at: second).hasPrefix("#EXTM3U\n")) }
            #expect(Self.uris(live.text(at: 61)).count >= 6)
        }
    }
}
