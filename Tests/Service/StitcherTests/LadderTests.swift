// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS
import WindowboxStitcher

/// Titles begin with the number of the rule of playlist construction that they test.
@Suite struct LadderTests {
    private func variants(_ lines: String...) throws -> [Variant] {
        let text = "#EXTM3U\n" + lines.enumerated().map { "#EXT-X-STREAM-INF:\($1)\nv\($0).m3u8\n" }.joined()
        return try #require(Playlist.parse(Array(text.utf8)).playlist?.multivariant).variants
    }

    private func choose(_ content: String, _ ads: String..., by match: LadderMatch = LadderMatch()) throws -> Int? {
        let content = try #require(variants(content).first)
        let text = "#EXTM3U\n" + ads.enumerated().map { "#EXT-X-STREAM-INF:\($1)\nv\($0).m3u8\n" }.joined()
        return match.variant(for: content, among: try #require(Playlist.parse(Array(text.utf8)).playlist?.multivariant).variants)
    }

    @Test("3.4 (7) The ad's bandwidth is the nearest not above the content's, the lowest if all are above, or the nearest of all")
    func bandwidth() throws {
        #expect(try choose("BANDWIDTH=3000000", "BANDWIDTH=1000000", "BANDWIDTH=2500000", "BANDWIDTH=3100000") == 1)
        #expect(try choose("BANDWIDTH=500000", "BANDWIDTH=1000000", "BANDWIDTH=800000") == 1)
        #expect(try choose("BANDWIDTH=3000000", "BANDWIDTH=2500000", "BANDWIDTH=3100000", by: LadderMatch(bandwidth: .nearest)) == 1)
    }

    @Test("3.4 (7) Another codec, video range or protection is never chosen")
    func codecs() throws {
        #expect(try choose("BANDWIDTH=3,CODECS=\"avc1.64001f,mp4a.40.2\"", "BANDWIDTH=3,CODECS=\"hvc1.1.6.L93,mp4a.40.2\"") == nil)
        #expect(try choose("BANDWIDTH=3,CODECS=\"avc1.64001f,mp4a.40.2\"", "BANDWIDTH=3,CODECS=\"avc1.64001f,ec-3\"") == nil)
        #expect(
            try choose(
                "BANDWIDTH=3,CODECS=\"hvc1.2.4.L93,mp4a.40.2\",VIDEO-RANGE=PQ", "BANDWIDTH=3,CODECS=\"hvc1.2.4.L93,mp4a.40.2\"",
                "BANDWIDTH=2,CODECS=\"hev1.2.4.L93,mp4a.40.5\",VIDEO-RANGE=PQ") == 1)
        #expect(try choose("BANDWIDTH=3", "BANDWIDTH=3,HDCP-LEVEL=TYPE-1", "BANDWIDTH=1") == 1)
        #expect(try choose("BANDWIDTH=3,CODECS=\"avc1.64001f,mp4a.40.2\"", "BANDWIDTH=3,CODECS=\"mp4a.40.2\"") == nil)
        #expect(try choose("BANDWIDTH=3,CODECS=\"avc1.64001f,mp4a.40.2\"", "BANDWIDTH=3,CODECS=\"avc3.4d401e\"") == 0)
    }

    @Test("3.4 (7) A larger resolution or frame rate is chosen only without an alternative")
    func sizes() throws {
        let content = "BANDWIDTH=3000000,RESOLUTION=1280x720,FRAME-RATE=30"
        #expect(try choose(content, "BANDWIDTH=2900000,RESOLUTION=1920x1080", "BANDWIDTH=1000000,RESOLUTION=960x540") == 1)
        #expect(try choose(content, "BANDWIDTH=2900000,RESOLUTION=1280x720,FRAME-RATE=60", "BANDWIDTH=1000000,FRAME-RATE=29.97") == 1)
        #expect(try choose(content, "BANDWIDTH=2900000,RESOLUTION=1920x1080") == 0)
    }

    @Test("3.4 (7) The multivariant playlist includes the codecs and bandwidths of the ads")
    func covering() throws {
        var content = MultivariantPlaylist(
            variants: try variants("BANDWIDTH=3000000,AVERAGE-BANDWIDTH=2000000,CODECS=\"avc1.64001f,mp4a.40.2\""))
        content = content.covering(try variants("BANDWIDTH=4000000,AVERAGE-BANDWIDTH=2500000,CODECS=\"avc1.4d401f,mp4a.40.5\""))
        #expect(content.variants[0].bandwidth == 4_000_000)
        #expect(content.variants[0].averageBandwidth == 2_500_000)
        #expect(content.variants[0].codecs == ["avc1.64001f", "mp4a.40.2", "avc1.4d401f", "mp4a.40.5"])
    }

    private func rendition(_ kind: Rendition.Kind, _ language: String?, _ channels: String? = nil, uri: String? = "a.m3u8") -> Rendition {
        var rendition = Rendition(kind: kind, groupID: "g", name: language ?? "-", uri: uri.map { URIReference($0) })
        rendition.language = language
        rendition.channels = channels
        return rendition
    }

    @Test("3.4 (8) Audio matches the content's language, else the fallback's, with as many channels")
    func sound() {
        let ad = MultivariantPlaylist(renditions: [
            rendition(.audio, "en", "2", uri: "en2"), rendition(.audio, "en", "6", uri: "en6"), rendition(.audio, "fr", "2", uri: "fr"),
        ])
        func chosen(_ content: Rendition, _ match: LadderMatch = LadderMatch()) -> LadderMatch.StandIn {
            match.standIn(for: content, in: ad)
        }
        #expect(chosen(rendition(.audio, "en-GB", "6")) == .playlist("en6"))
        #expect(chosen(rendition(.audio, "en", "2")) == .playlist("en2"))
        #expect(chosen(rendition(.audio, "fr", "6")) == .playlist("fr"))
        #expect(chosen(rendition(.audio, "de", "2"), LadderMatch(fallbackLanguage: "fr")) == .playlist("fr"))
    }

    @Test("3.4 (8) An ad without audio gets silence, and one with muxed audio does not fit demuxed content")
    func silence() throws {
        let content = rendition(.audio, "en")
        #expect(LadderMatch().standIn(for: content, in: .init(variants: try variants("BANDWIDTH=1,CODECS=\"avc1.64001f\""))) == .silence)
        #expect(
            LadderMatch().standIn(for: content, in: .init(variants: try variants("BANDWIDTH=1,CODECS=\"avc1.64001f,mp4a.40.2\"")))
                == .unsuitable)
        let alone = MultivariantPlaylist(
            variants: try variants("BANDWIDTH=2,CODECS=\"avc1.64001f,mp4a.40.2\"", "BANDWIDTH=1,CODECS=\"mp4a.40.2\""))
        #expect(LadderMatch().standIn(for: content, in: alone) == .playlist("v1.m3u8"))
    }

    @Test("3.4 (8) An ad's subtitles replace those of their language, and empty segments the others")
    func subtitles() throws {
        let ad = MultivariantPlaylist(renditions: [rendition(.subtitles, "en", uri: "en.m3u8")])
        #expect(LadderMatch().standIn(for: rendition(.subtitles, "en-US"), in: ad) == .playlist("en.m3u8"))
        #expect(LadderMatch().standIn(for: rendition(.subtitles, "de"), in: ad) == .noText)
        let empty = MediaPlaylist.standIn(for: try creative("x", [5, 4]), uri: "empty.vtt")
        #expect(empty.segments.map(\.duration) == [5, 4])
        #expect(empty.isEndList)
        #expect(empty.duration == 9)
        let content = try media("#EXT-X-TARGETDURATION:6\n#EXTINF:6,\ns0.vtt\n#EXTINF:6,\ns1.vtt\n#EXT-X-ENDLIST\n")
        let stitched = PlaylistStitch().apply(to: content, breaks: [.init(at: 6, ads: [empty])]).playlist
        #expect(stitched.segments.map(\.uri.text) == ["s0.vtt", "empty.vtt", "empty.vtt", "s1.vtt"])
        #expect(stitched.segments.map(\.isDiscontinuity) == [false, true, false, true])
    }

    @Test("3.4 (8) Audio a frame shorter than the video is extended, so that no drift adds up")
    func drift() throws {
        let sound = try creative("x", [4.992, 4.992])
        #expect(abs(sound.lasting(10).duration - 10) < 1e-9)
        #expect(sound.lasting(10).segments.first?.duration == 4.992)
        #expect(sound.lasting(12) == sound)
    }

    @Test("3.4 (9) If an ad has no I-frames, trick play has gaps of its duration")
    func trickPlay() throws {
        let gaps = MediaPlaylist.standIn(for: try creative("x", [5, 4]), uri: "gap", isGap: true)
        var frames = gaps
        frames.isIFramesOnly = true
        let content = try media(
            "#EXT-X-VERSION:4\n#EXT-X-TARGETDURATION:6\n#EXT-X-I-FRAMES-ONLY\n#EXTINF:6,\ni0.ts\n#EXTINF:6,\ni1.ts\n#EXT-X-ENDLIST\n")
        let result = PlaylistStitch().apply(to: content, breaks: [.init(at: 6, ads: [frames])])
        #expect(result.problems.isEmpty)
        #expect(result.playlist.duration == 21)
        #expect(result.playlist.segments.map(\.isGap) == [false, true, true, false])
        #expect(result.playlist.version >= 8)
    }
}
