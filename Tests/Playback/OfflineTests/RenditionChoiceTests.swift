// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxOffline

@Suite("Choosing what to download from a stream")
struct RenditionChoiceTests {
    private static let text = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English (described)",LANGUAGE="en",CHARACTERISTICS="public.accessibility.describes-video",URI="ad.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,URI="en.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Deutsch",LANGUAGE="de-CH",URI="de.m3u8"
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="t",NAME="English",LANGUAGE="en",FORCED=YES,URI="forced.m3u8"
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="t",NAME="Deutsch",LANGUAGE="de",URI="tde.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=100,CODECS="mp4a.40.2",AUDIO="a"
        sound.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS="avc1.64001e,mp4a.40.2",RESOLUTION=320x180,AUDIO="a",SUBTITLES="t"
        small.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=3000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,AUDIO="a",SUBTITLES="t"
        large.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=4000,CODECS="hvc1.1.6.L93.B0,mp4a.40.2",RESOLUTION=1280x720,AUDIO="a",SUBTITLES="t"
        newer.m3u8
        """

    private func choose(
        _ preference: DownloadPreference = DownloadPreference(), codecs: [Codec.Family]? = [.h264, .aac], text: String = text
    ) throws -> RenditionChoice {
        var capabilities = PlaybackCapabilities()
        capabilities.codecs = codecs
        let playlist = try #require(Playlist.parse(text, baseURL: "http://localhost/a/index.m3u8").playlist?.multivariant)
        return try RenditionChoice(playlist, preference, capabilities)
    }

    private func names(_ choice: RenditionChoice) -> [String] { [choice.variant.uri.text] + choice.renditions.compactMap { $0.uri?.text } }

    @Test("1.30: By default the best decodable variant, its default audio and that language's forced subtitles are chosen")
    func plain() throws {
        #expect(names(try choose()) == ["large.m3u8", "en.m3u8", "forced.m3u8"])
        #expect(try choose(codecs: nil).variant.uri.text == "newer.m3u8")
    }

    @Test("1.30: The best variant within the limits is chosen, or else the smallest with video")
    func bounds() throws {
        #expect(try choose(DownloadPreference(maximumBitrate: 2999)).variant.uri.text == "small.m3u8")
        #expect(try choose(DownloadPreference(maximumSize: PixelSize(width: 640, height: 360))).variant.uri.text == "small.m3u8")
        #expect(try choose(DownloadPreference(maximumBitrate: 1)).variant.uri.text == "small.m3u8")
    }

    @Test("1.30: Languages match across regions, and a plain rendition is preferred to one with audio description")
    func languages() throws {
        let german = DownloadPreference(audioLanguages: ["de"], subtitleLanguages: ["de-AT"])
        #expect(names(try choose(german)) == ["large.m3u8", "de.m3u8", "tde.m3u8"])
        #expect(names(try choose(DownloadPreference(audioLanguages: ["en"]))) == ["large.m3u8", "en.m3u8", "forced.m3u8"])
        #expect(names(try choose(DownloadPreference(audioLanguages: ["ja"]))) == ["large.m3u8", "en.m3u8", "forced.m3u8"])
        #expect(try choose(DownloadPreference(audioLanguages: ["*"], subtitleLanguages: ["*"])).renditions.count == 5)
    }

    @Test("1.30: If nothing can be decoded, the error names the codecs")
    func nothing() throws {
        #expect { try choose(codecs: [.opus]) } throws: { error in
            (error as? DownloadError)?.code == .unsupported && "\(error)".contains("hvc1.1.6.L93.B0")
        }
    }
}
