// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS

@testable import WindowboxDASH

@Suite("Media playlists of a DASH representation")
struct DASHPlaylistTests {
    private let template = "media=\"$Number$.m4s\" initialization=\"init.mp4\""

    private func code(_ bytes: [UInt8], now: Double = 0) -> DASHError.Code? {
        do {
            _ = try ManifestText.playlist(bytes, now: now)
            return nil
        } catch { return (error as? DASHError)?.code }
    }

    @Test("Numbered segments fill the period, with a shorter last one")
    func numbers() throws {
        let playlist = try ManifestText.playlist(
            ManifestText.video("<SegmentTemplate \(template) timescale=\"1000\" duration=\"6000\" startNumber=\"5\"/>"))
        #expect(playlist.segments.map(\.uri.url).map { String($0.suffix(5)) } == ["5.m4s", "6.m4s", "7.m4s", "8.m4s"])
        #expect(playlist.segments.map(\.duration) == [6, 6, 6, 2])
        #expect(playlist.segments.allSatisfy { $0.map?.uri.url == "https://cdn.example.com/show/init.mp4" })
        #expect(playlist.isEndList)
        #expect(playlist.targetDuration == 6)
    }

    @Test("A timeline may have repeats, times and an open last run")
    func timeline() throws {
        let playlist = try ManifestText.playlist(
            ManifestText.video(
                "<SegmentTemplate media=\"$Time%07d$\" timescale=\"10\" presentationTimeOffset=\"1000\"><SegmentTimeline>"
                    + "<S t=\"1000\" d=\"40\" r=\"1\"/><S d=\"20\" r=\"-1\"/></SegmentTimeline></SegmentTemplate>"))
        #expect(playlist.segments.map(\.duration) == [4, 4] + [Double](repeating: 2, count: 6))
        #expect(playlist.segments.first?.uri.url == "https://cdn.example.com/show/0001000")
        #expect(playlist.segments.last?.uri.url == "https://cdn.example.com/show/0001180")
    }

    @Test("A list yields segments, also as byte ranges of one file")
    func list() throws {
        let playlist = try ManifestText.playlist(
            ManifestText.video(
                "<SegmentList timescale=\"1\" duration=\"10\"><Initialization sourceURL=\"a.mp4\" range=\"0-99\"/>"
                    + "<SegmentURL media=\"a.mp4\" mediaRange=\"100-199\"/><SegmentURL media=\"a.mp4\" mediaRange=\"200-299\"/></SegmentList>"
            ))
        #expect(playlist.segments.map(\.byteRange) == [ByteRange(length: 100, offset: 100), ByteRange(length: 100, offset: 200)])
        #expect(playlist.segments.first?.map?.byteRange == ByteRange(length: 100, offset: 0))
    }

    @Test("A hole in the timeline becomes a gap")
    func gap() throws {
        let playlist = try ManifestText.playlist(
            ManifestText.video(
                "<SegmentTemplate \(template)><SegmentTimeline><S t=\"0\" d=\"4\"/><S t=\"12\" d=\"4\" r=\"1\"/></SegmentTimeline>"
                    + "</SegmentTemplate>"))
        #expect(playlist.segments.map(\.isGap) == [false, true, true, false, false])
        #expect(playlist.segments.map(\.start) == [0, 4, 8, 12, 16])
    }

    @Test("Absurd segment counts are refused: 2³¹ repeats, ticks of a billionth, a million segments in a second")
    func absurd() {
        let runs =
            "<SegmentTemplate \(template) timescale=\"4294967295\"><SegmentTimeline><S t=\"0\" d=\"1\" r=\"2147483648\"/></SegmentTimeline></SegmentTemplate>"
        #expect(code(ManifestText.video(runs)) == .limit)
        let open =
            "<SegmentTemplate \(template) timescale=\"1000000000\"><SegmentTimeline><S t=\"0\" d=\"1\" r=\"-1\"/></SegmentTimeline></SegmentTemplate>"
        #expect(code(ManifestText.video(open)) == .limit)
        #expect(code(ManifestText.video("<SegmentTemplate \(template) timescale=\"1000000\" duration=\"1\"/>")) == .limit)
        let far =
            "<SegmentTemplate \(template)><SegmentTimeline><S t=\"4611686018427387904\" d=\"4611686018427387904\" r=\"4611686018427387904\"/></SegmentTimeline></SegmentTemplate>"
        #expect(code(ManifestText.video(far)) == .missing)
        // Without a duration, the segments can't be counted.
        let endless = ManifestText.video("<SegmentTemplate \(template) duration=\"2\"/>", mpd: "type=\"static\"")
        #expect(code(endless) == .missing)
    }

    @Test("A timeline without segments is refused")
    func empty() {
        #expect(code(ManifestText.video("<SegmentTemplate \(template)><SegmentTimeline/></SegmentTemplate>")) == .missing)
    }

    @Test("A run with 2³¹ repeats yields as many segments as fit the period")
    func manyRepeats() throws {
        let runs = "<SegmentTemplate \(template)><SegmentTimeline><S t=\"0\" d=\"2\" r=\"2147483648\"/></SegmentTimeline></SegmentTemplate>"
        #expect(try ManifestText.playlist(ManifestText.video(runs)).segments.count == 10)
    }

    @Test("Several periods are joined by discontinuities, with the most similar representation in each")
    func periods() throws {
        func period(_ ids: [(String, Int)], _ seconds: Int) -> String {
            "<Period duration=\"PT\(seconds)S\"><AdaptationSet mimeType=\"video/mp4\" codecs=\"avc1.64001f\">"
                + "<SegmentTemplate media=\"$RepresentationID$-$Number$\" duration=\"5\"/>"
                + ids.map { "<Representation id=\"\($0.0)\" bandwidth=\"\($0.1)\"/>" }.joined() + "</AdaptationSet></Period>"
        }
        let bytes = ManifestText.mpd(
            "", period([("ad", 900)], 10) + period([("low", 500), ("high", 1000)], 20) + period([("x", 480), ("y", 1200)], 5))
        let low = try ManifestText.playlist(bytes, track: 0)
        let names = low.segments.map { String($0.uri.url.split(separator: "/").last ?? "") }
        #expect(names == ["ad-1", "ad-2", "low-1", "low-2", "low-3", "low-4", "x-1"])
        #expect(low.segments.enumerated().filter { $0.element.isDiscontinuity }.map(\.offset) == [2, 6])
        let high = try ManifestText.playlist(bytes, track: 1)
        #expect(high.segments.last?.uri.url.hasSuffix("y-1") == true)
        // Written and parsed again, it is the same playlist.
        let again = try #require(Playlist.parse(low.write(), baseURL: low.baseURL).playlist?.media)
        #expect(again.segments.map(\.uri.url) == low.segments.map(\.uri.url))
        #expect(again.segments.map(\.discontinuitySequence) == [0, 0, 1, 1, 1, 1, 2])
    }

    @Test("If time counts from long before, the playlist begins with the first segment")
    func lateOrigin() throws {
        let playlist = try ManifestText.playlist(
            ManifestText.video(
                "<SegmentTemplate \(template)><SegmentTimeline><S t=\"1000\" d=\"4\" r=\"4\"/></SegmentTimeline></SegmentTemplate>",
                mpd: "type=\"static\" mediaPresentationDuration=\"PT1020S\""))
        #expect(playlist.segments.count == 5)
        #expect(!playlist.segments.contains { $0.isGap })
    }

    @Test("Segments have the key of their protection")
    func keys() throws {
        let id = "01234567-89ab-cdef-0123-456789abcdef"
        let playlist = try ManifestText.playlist(
            ManifestText.video(
                "<ContentProtection schemeIdUri=\"urn:mpeg:dash:mp4protection:2011\" value=\"cbcs\" xmlns:cenc=\"urn:mpeg:cenc:2013\" "
                    + "cenc:default_KID=\"\(id.uppercased())\"/><SegmentTemplate \(template) duration=\"4\"/>"))
        let key = try #require(playlist.segments.first?.keys.first)
        #expect(key.method == .sampleAES)
        #expect(key.uri?.url == "urn:uuid:\(id)")
        #expect(key.keyFormat == DASHKeys.format)
    }

    // MARK: The index of one file

    /// A `sidx` box of version 0.
    private func sidx(_ entries: [(size: UInt32, duration: UInt32)], timescale: UInt32 = 10) -> [UInt8] {
        func big(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        var body = big(0) + big(1) + big(timescale) + big(0) + big(0) + big(UInt32(entries.count))
        for entry in entries { body += big(entry.size) + big(entry.duration) + big(0x9000_0000) }
        return big(UInt32(body.count + 8)) + Array("sidx".utf8) + body
    }

    @Test("The index of a file yields its segments")
    func index() throws {
        let bytes = sidx([(1000, 40), (2000, 60)])
        let index = try DASHSegmentIndex.read(bytes, at: 700)
        let end = 700 + bytes.count
        #expect(index.entries.map(\.range) == [ByteRange(length: 1000, offset: end), ByteRange(length: 2000, offset: end + 1000)])
        #expect(index.entries.map(\.start) == [0, 4])
        let manifest = ManifestText.video(
            "<SegmentBase indexRange=\"700-\(end - 1)\"><Initialization range=\"0-699\"/></SegmentBase>",
            mpd: "type=\"static\" mediaPresentationDuration=\"PT10S\"")
        var presentation = try ManifestText.presentation(manifest)
        let location = try #require(presentation.indexes(of: 0).first)
        let playlist = try presentation.playlist(of: 0, indexes: [location: index], now: 0)
        #expect(playlist.segments.map(\.duration) == [4, 6])
        #expect(playlist.segments.map(\.byteRange?.offset) == [end, end + 1000])
    }

    @Test("A damaged index is refused")
    func damagedIndex() {
        let bytes = sidx([(1000, 40), (2000, 60)])
        for count in 0..<bytes.count { #expect(throws: DASHError.self) { try DASHSegmentIndex.read(Array(bytes.prefix(count)), at: 0) } }
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= 0xFF
            _ = try? DASHSegmentIndex.read(damaged, at: .max / 2)
        }
        // A reference to another index outside of what was read.
        #expect(throws: DASHError.self) { try DASHSegmentIndex.read(sidx([(0x8000_0064, 40)]), at: 0) }
    }

    @Test("An archive whose first period has a broadcast's start time lasts as long as stated", arguments: ["PT754S", "PT1588628086S"])
    func archive(start: String) throws {
        let bytes = ManifestText.video("<SegmentTemplate media=\"$Number$\" duration=\"4\"/>", period: "start=\"\(start)\"")
        let playlist = try ManifestText.playlist(bytes)
        #expect(playlist.segments.map(\.duration) == [4, 4, 4, 4, 4])
        #expect(!playlist.segments.contains { $0.isGap })
        // A live one with a given duration is counted the same way.
        let live = ManifestText.video(
            "<SegmentTemplate media=\"$Number$\" duration=\"4\"/>", period: "start=\"\(start)\"",
            mpd: "type=\"dynamic\" availabilityStartTime=\"1970-01-01T00:00:00Z\" mediaPresentationDuration=\"PT20S\"")
        #expect(try ManifestText.playlist(live, now: 1.6e9).segments.count == 5)
    }
}
