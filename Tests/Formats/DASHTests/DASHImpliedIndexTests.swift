// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS

@testable import WindowboxDASH

@Suite("Indexes of files that a DASH manifest does not mention")
struct DASHImpliedIndexTests {
    private func big(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    private func box(_ name: String, _ body: [UInt8]) -> [UInt8] { big(body.count + 8) + Array(name.utf8) + body }

    /// An index of segments of 4 s with 1000 bytes each.
    private func sidx(_ count: Int) -> [UInt8] {
        let entries = (0..<count).flatMap { _ in big(1000) + big(4) + big(0x9000_0000) }
        return box("sidx", big(0) + big(1) + big(1) + big(0) + big(0) + big(count) + entries)
    }

    private var header: [UInt8] { box("ftyp", big(0)) + box("moov", [UInt8](repeating: 0, count: 100)) }

    private func found(_ bytes: [UInt8], at offset: Int = 0) -> DASHSegmentIndex? {
        if case .found(let index) = DASHSegmentIndex.search(bytes, at: offset) { index } else { nil }
    }

    private func next(_ bytes: [UInt8], at offset: Int = 0) -> Int? {
        if case .beyond(let next) = DASHSegmentIndex.search(bytes, at: offset) { next } else { nil }
    }

    @Test("The index before the media is found, also if the first bytes don't reach it")
    func search() throws {
        let file = header + sidx(5) + box("moof", [])
        let index = try #require(found(file))
        #expect(index.entries.count == 5)
        #expect(index.entries.first?.range == ByteRange(length: 1000, offset: header.count + sidx(5).count))
        #expect(index.header == ByteRange(length: header.count, offset: 0))
        for count in 0..<(header.count + sidx(5).count) {
            let place = try #require(next(Array(file.prefix(count))), "after \(count) bytes")
            #expect(found(Array(file.dropFirst(place)), at: place) == index)
        }
    }

    @Test("A file without an index before its media has none")
    func missing() {
        let media = sidx(5)
        for start in [
            box("moof", []) + media, box("mdat", []) + media, header + box("moof", []) + media, big(0) + Array("free".utf8) + media,
            big(4) + Array("free".utf8) + media, header + box("sidx", big(0)), header + sidx(0), Array("WEBVTT\n\n".utf8),
            big(1) + Array("free".utf8) + [UInt8](repeating: 0xFF, count: 8),
        ] {
            #expect(found(start) == nil)
            #expect(next(start).map { $0 > 1 << 30 } ?? true)
        }
        #expect(found(header + sidx(5), at: .max - 10) == nil)
    }

    @Test("Damaged bytes never crash the search")
    func damaged() {
        let file = header + sidx(2)
        for index in file.indices {
            var bytes = file
            bytes[index] ^= 0xFF
            _ = DASHSegmentIndex.search(bytes, at: .max / 2)
        }
    }

    private func manifest(_ segments: String, mpd: String = "mediaPresentationDuration=\"PT20S\"") throws -> DASHPresentation {
        try ManifestText.presentation(
            ManifestText.mpd(
                mpd,
                "<Period start=\"PT0S\"><AdaptationSet mimeType=\"video/mp4\"><Representation id=\"v\" codecs=\"avc1.64001f\"><BaseURL>v.mp4</BaseURL>"
                    + "\(segments)</Representation></AdaptationSet></Period>"))
    }

    @Test(
        "A single file is played by the segments of its index, and whole if it has none",
        arguments: ["", "<SegmentBase/>", "<SegmentBase><Initialization range=\"0-99\"/></SegmentBase>"])
    func single(segments: String) throws {
        var presentation = try manifest(segments)
        let location = try #require(presentation.indexes(of: 0).first)
        #expect(location == .init(url: "https://cdn.example.com/show/v.mp4", range: nil))
        let index = try #require(found(header + sidx(5)))
        let playlist = try presentation.playlist(of: 0, indexes: [location: index], now: 0)
        #expect(playlist.segments.map(\.duration) == [4, 4, 4, 4, 4])
        #expect(playlist.segments.map(\.byteRange?.length) == [1000, 1000, 1000, 1000, 1000])
        #expect(playlist.segments.first?.map?.byteRange == ByteRange(length: segments.contains("range") ? 100 : header.count, offset: 0))
        let whole = try presentation.playlist(of: 0, indexes: [location: DASHSegmentIndex()], now: 0)
        #expect(whole.segments.map(\.duration) == [20])
        #expect(whole.segments.first?.byteRange == nil)
    }

    @Test("A file with a stated index but no initialization section begins with one")
    func noInitialization() throws {
        var presentation = try manifest("<SegmentBase indexRange=\"700-799\"/>")
        let location = try #require(presentation.indexes(of: 0).first)
        let index = try DASHSegmentIndex.read(sidx(5), at: 700)
        let playlist = try presentation.playlist(of: 0, indexes: [location: index], now: 0)
        #expect(playlist.segments.first?.map?.byteRange == ByteRange(length: 700, offset: 0))
    }

    @Test("No index is looked for in live files, or in text")
    func live() throws {
        let live = try manifest("", mpd: "type=\"dynamic\" availabilityStartTime=\"2026-01-31T12:00:00Z\"")
        #expect(live.indexes(of: 0).isEmpty)
        let text =
            "<Period><AdaptationSet mimeType=\"video/mp4\"><SegmentTemplate media=\"$Number$\" duration=\"4\"/><Representation id=\"v\"/>"
            + "</AdaptationSet><AdaptationSet mimeType=\"text/vtt\" lang=\"en\"><Representation id=\"t\"><BaseURL>t.vtt</BaseURL></Representation>"
            + "</AdaptationSet></Period>"
        #expect(try ManifestText.presentation(ManifestText.mpd("mediaPresentationDuration=\"PT20S\"", text)).indexes(of: 1).isEmpty)
    }
}
