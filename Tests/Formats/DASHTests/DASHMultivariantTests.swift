// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS
import WindowboxMedia

@testable import WindowboxDASH

@Suite("Variants and renditions of a DASH manifest")
struct DASHMultivariantTests {
    private func adaptationSet(_ attributes: String, _ representations: String, _ more: String = "") -> String {
        "<AdaptationSet \(attributes)>\(more)<SegmentTemplate media=\"$RepresentationID$-$Number$\" duration=\"4\"/>\(representations)</AdaptationSet>"
    }

    private var pictures: String {
        adaptationSet(
            "mimeType=\"video/mp4\" codecs=\"avc1.64001f\" frameRate=\"30000/1001\"",
            "<Representation id=\"hi\" bandwidth=\"900\" width=\"640\" height=\"360\"/><Representation id=\"lo\" bandwidth=\"300\" width=\"320\" height=\"180\"/>"
        )
    }

    private func sound(_ language: String, role: String = "main", rates: [Int] = [64, 128]) -> String {
        adaptationSet(
            "mimeType=\"audio/mp4\" codecs=\"mp4a.40.2\" lang=\"\(language)\"",
            rates.map { "<Representation id=\"\(language)\($0)\" bandwidth=\"\($0)\"/>" }.joined(),
            "<Role schemeIdUri=\"urn:mpeg:dash:role:2011\" value=\"\(role)\"/>")
    }

    private func multivariant(_ sets: String...) throws -> MultivariantPlaylist {
        try ManifestText.presentation(
            ManifestText.mpd("mediaPresentationDuration=\"PT20S\"", "<Period>\(sets.joined())</Period>")
        ).multivariant
    }

    @Test("Better audio is paired with better video, and each group has each language once")
    func sound() throws {
        let playlist = try multivariant(pictures, sound("en"), sound("de", role: "dub", rates: [96]))
        #expect(playlist.variants.map(\.bandwidth) == [396, 1028])
        #expect(playlist.variants.map(\.codecs) == [["avc1.64001f", "mp4a.40.2"], ["avc1.64001f", "mp4a.40.2"]])
        #expect(playlist.variants.first?.frameRate.map { ($0 * 100).rounded() } == 2997)
        let groups = playlist.variants.compactMap(\.audioGroup)
        #expect(Set(groups).count == 2)
        for group in groups {
            let renditions = playlist.renditions(.audio, group: group)
            #expect(renditions.map(\.language) == ["en", "de"])
            #expect(renditions.map(\.isDefault) == [true, false])
        }
        // The group of the better video has the better audio.
        let addresses = groups.map { playlist.renditions(.audio, group: $0).first?.uri?.url }
        #expect(addresses[0] != addresses[1])
        #expect(Set(playlist.renditions.map { "\($0.language ?? "")\($0.name)" }).count == 2)
    }

    @Test("Video or audio that the longest period lacks comes from the longest one that has it, and is a gap elsewhere")
    func scattered() throws {
        func presentation(_ first: String, _ second: String) throws -> DASHPresentation {
            try ManifestText.presentation(
                ManifestText.mpd("", "<Period duration=\"PT20S\">\(first)</Period><Period duration=\"PT8S\">\(second)</Period>"))
        }
        var split = try presentation(sound("en", rates: [64]), pictures)
        let variants = split.multivariant.variants
        #expect(variants.map(\.resolution?.height) == [180, 360])
        #expect(variants.allSatisfy { $0.audioGroup != nil })
        let kinds = split.tracks.map(\.kind)
        for kind in [DASHAdaptationSet.Kind.video, .audio] {
            let track = try #require(kinds.firstIndex(of: kind))
            let segments = try split.playlist(of: track, indexes: [:], now: 0).segments
            #expect(segments.map(\.isGap).filter { $0 }.count == (kind == .video ? 2 : 1))
            #expect(segments.reduce(0) { $0 + $1.duration } == 28)
        }
        // Audio in the same file as the video is not replaced.
        let muxed = adaptationSet("mimeType=\"video/mp4\" codecs=\"avc1.64001f,mp4a.40.2\"", "<Representation id=\"m\" bandwidth=\"9\"/>")
        #expect(try presentation(muxed, pictures + sound("en")).tracks.map(\.kind) == [.video])
    }

    @Test("Audio-only manifests have audio variants")
    func soundAlone() throws {
        let playlist = try multivariant(sound("en"), sound("de"))
        #expect(playlist.variants.map(\.bandwidth) == [64, 128])
        #expect(playlist.renditions.filter { $0.uri == nil }.map(\.language) == ["en", "en"])
    }

    @Test("Text becomes subtitles with forced ones marked, and closed captions are listed by channel")
    func text() throws {
        let captions = adaptationSet(
            "mimeType=\"video/mp4\" codecs=\"avc1.64001f\"", "<Representation id=\"v\" bandwidth=\"9\"/>",
            "<Accessibility schemeIdUri=\"urn:scte:dash:cc:cea-608:2015\" value=\"CC1=eng;CC3=swe\"/>")
        let forced =
            "<AdaptationSet mimeType=\"text/vtt\" lang=\"en\"><Role schemeIdUri=\"urn:mpeg:dash:role:2011\" value=\"forced-subtitle\"/>"
            + "<Representation id=\"t\" bandwidth=\"1\"><BaseURL>en.vtt</BaseURL></Representation></AdaptationSet>"
        let boxed = adaptationSet(
            "mimeType=\"application/mp4\" codecs=\"stpp.ttml.im1t\" lang=\"fr\"", "<Representation id=\"f\" bandwidth=\"1\"/>")
        let images = adaptationSet(
            "mimeType=\"application/mp4\" codecs=\"stpp.ttml.im1i\" lang=\"de\"", "<Representation id=\"g\" bandwidth=\"1\"/>")
        let file =
            "<AdaptationSet mimeType=\"application/ttml+xml\" lang=\"es\"><Representation id=\"s\" bandwidth=\"1\">"
            + "<BaseURL>es.ttml</BaseURL></Representation></AdaptationSet>"
        let playlist = try multivariant(captions, forced, boxed, images, file)
        let subtitles = playlist.renditions.filter { $0.kind == .subtitles }
        #expect(subtitles.map(\.language) == ["en", "fr", "de", "es"])
        #expect(subtitles.map(\.isForced) == [true, false, false, false])
        #expect(playlist.variants.first?.subtitlesGroup == "text")
        #expect(playlist.renditions.filter { $0.kind == .closedCaptions }.map(\.instreamID) == ["CC1", "CC3"])
    }

    @Test("A text file gets a timestamp map to the media clock at the start of the period")
    func textClock() throws {
        let bytes = ManifestText.mpd(
            "mediaPresentationDuration=\"PT20S\"",
            "<Period><AdaptationSet mimeType=\"video/mp4\" codecs=\"avc1.64001f\"><SegmentTemplate media=\"$Number$\" timescale=\"10\" "
                + "presentationTimeOffset=\"600\" duration=\"40\"/><Representation id=\"v\" bandwidth=\"9\"/></AdaptationSet>"
                + "<AdaptationSet mimeType=\"text/vtt\" lang=\"en\"><Representation id=\"t\" bandwidth=\"1\"><BaseURL>en.vtt</BaseURL>"
                + "</Representation></AdaptationSet></Period>")
        var presentation = try ManifestText.presentation(bytes)
        let playlist = try presentation.playlist(of: 1, indexes: [:], now: 0)
        let address = try #require(playlist.segments.first?.uri.url)
        let text = try #require(presentation.text(at: address))
        #expect(text.url == "https://cdn.example.com/show/en.vtt")
        #expect(text.ticks == 60 * 90_000)
        #expect(playlist.segments.first?.duration == 20)
    }

    @Test("Thumbnails become image playlists with their tiles")
    func thumbnails() throws {
        let images = adaptationSet(
            "mimeType=\"image/jpeg\"", "<Representation id=\"i\" bandwidth=\"9\" width=\"1600\" height=\"900\"/>",
            "<EssentialProperty schemeIdUri=\"http://dashif.org/guidelines/thumbnail_tile\" value=\"10x5\"/>")
        let bytes = ManifestText.mpd("mediaPresentationDuration=\"PT20S\"", "<Period>\(pictures)\(images)</Period>")
        var presentation = try ManifestText.presentation(bytes)
        let variant = try #require(presentation.multivariant.imageVariants.first)
        let track = try #require(presentation.track(at: variant.uri.url))
        let playlist = try presentation.playlist(of: track, indexes: [:], now: 0)
        #expect(playlist.isImagesOnly)
        let tiles = try #require(playlist.segments.first?.tiles)
        #expect([tiles.columns, tiles.rows, tiles.size.width, tiles.size.height] == [10, 5, 160, 180])
        #expect(tiles.duration == 0.08)
    }

    @Test("A manifest without video and audio is refused")
    func nothing() {
        #expect(throws: DASHError.self) { try multivariant("") }
    }

    @Test(
        "Trick-mode sets become I-frame variants, whichever property element marks them",
        arguments: ["EssentialProperty", "SupplementalProperty"])
    func trick(property: String) throws {
        let trick = adaptationSet(
            "mimeType=\"video/mp4\" codecs=\"avc1.64001f\"", "<Representation id=\"t\" bandwidth=\"50\" width=\"320\" height=\"180\"/>",
            "<\(property) schemeIdUri=\"http://dashif.org/guidelines/trickmode\" value=\"1\"/>")
        let bytes = ManifestText.mpd("mediaPresentationDuration=\"PT20S\"", "<Period>\(trick)\(pictures)</Period>")
        var presentation = try ManifestText.presentation(bytes)
        #expect(presentation.multivariant.variants.map(\.bandwidth) == [300, 900])
        let variant = try #require(presentation.multivariant.iFrameVariants.first)
        #expect(variant.bandwidth == 50)
        #expect(variant.resolution == PixelSize(width: 320, height: 180))
        let track = try #require(presentation.track(at: variant.uri.url))
        let playlist = try presentation.playlist(of: track, indexes: [:], now: 0)
        #expect(playlist.isIFramesOnly)
        #expect(playlist.segments.count == 5)
    }
}
