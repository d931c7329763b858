// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract
import WindowboxFeedKit

@testable import WindowboxFeed

@Suite("Share links") struct ShareLinkTests {
    private func token(_ json: String) -> String {
        Data(json.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
    /// Its base64 contains + and / and two padding characters.
    private let awkward = #"{"channel":"c1","feed_id":"f1","feed_type":"channel_personalized","v":1,"video_id":"v1","x":"ÿÿ>>?? 🛒"}"#

    @Test("A token is read from query and fragment, at any position") func places() {
        let text = token(awkward)
        for address in [
            "https://x.example/?fwplayer=\(text)", "https://x.example/#fwplayer=\(text)", "https://x.example/a?b=c&fwplayer=\(text)&d=e#f",
            "https://x.example/#/page?fwplayer=\(text)", "https://x.example/#!fwplayer=\(text)",
            "https://x.example?fwplayer=&fwplayer=\(text)",
            "windowbox://open?fwplayer=\(text)", "https://x.example/?q=1#top&fwplayer=\(text)",
        ] {
            let link = ShareLink(address)
            #expect(link?.source == .channel("c1"), "\(address)")
            #expect(link?.videoID == "v1", "\(address)")
            #expect(link?.feedID == "f1", "\(address)")
        }
    }

    @Test("Padding, the other alphabet, percent encoding and spaces are accepted") func forms() throws {
        let plain = Data(awkward.utf8).base64EncodedString()
        try #require(plain.contains("+") || plain.contains("/"))
        let escaped = try #require(plain.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let twice = try #require(escaped.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        for text in [plain, escaped, twice, plain.replacing("+", with: " "), token(awkward) + "=="] {
            #expect(ShareLink("https://x.example/#fwplayer=\(text)")?.videoID == "v1", "\(text)")
        }
    }

    @Test("A bare token is a link, in any encoding") func bare() throws {
        let plain = Data(awkward.utf8).base64EncodedString()
        let escaped = try #require(plain.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        for text in [token(awkward), plain, escaped, " \(token(awkward))\n", plain.replacing("+", with: " ")] {
            let link = ShareLink(text)
            #expect(link?.source == .channel("c1"), "\(text)")
            #expect(link?.videoID == "v1", "\(text)")
            #expect(link?.feedID == "f1", "\(text)")
        }
        for text in [token("{}"), token(#"{"v":2,"video_id":"v1","feed_type":"discover"}"#), "AAAA", "v1"] {
            #expect(ShareLink(text) == nil, "\(text)")
        }
    }

    @Test("Later versions and malformed tokens are unknown content, and other URLs are no links") func unknown() {
        for text in [token(#"{"v":2,"video_id":"v1","feed_type":"discover"}"#), token("{}"), "x", "%", "AAAA", token("[1]")] {
            #expect(ShareLink("https://x.example/?fwplayer=\(text)")?.source == .unknownContent, "\(text)")
        }
        for address in ["https://x.example/", "", "fwplayer", "https://x.example/?fwplayer=", "https://x.example/?xfwplayer=a", "#", "?#?"]
        {
            #expect(ShareLink(address) == nil, "\(address)")
        }
        #expect(ShareLink("https://x.example/?fwplayer=" + String(repeating: "A", count: 100_000)) == nil)
    }

    @Test("A token without enough of its feed opens its video") func incomplete() {
        let link = ShareLink("https://x.example/?fwplayer=" + token(#"{"v":1,"video_id":"v1","feed_type":"hashtag"}"#))
        #expect(link?.source == .singleContent("v1"))
        #expect(ShareLink("?fwplayer=" + token(#"{"v":1,"video_id":"v1","feed_type":"single"}"#))?.source == .singleContent("v1"))
    }

    @Test(
        "A created link opens the same video in the same feed",
        arguments: [
            ContentSource.discover, .channel("c"), .channelVideos("c"), .channelPlaylist(channel: "c", playlist: "p"), .playlistGroup("g"),
            .dynamicContent(channel: "c", parameters: ["a": ["1"]]), .hashtagPlaylist(channel: "c", filter: "(or a ü)"),
        ])
    func roundTrip(source: ContentSource) throws {
        for base in ["https://x.example/", "https://x.example/a?b=c#top", "https://x.example?", "https://x.example/?a&"] {
            let address = try #require(ShareLink.make(.sample("v9"), source: source, feedID: "f1", base: base))
            let link = ShareLink(address)
            #expect(link?.source == source)
            #expect(link?.videoID == "v9")
            #expect(link?.feedID == "f1")
            #expect(!address.contains("?&"))
            #expect(!address.contains("&&"))
            #expect(address.hasSuffix("#top") == base.hasSuffix("#top"))
        }
    }

    @Test("A host's template is filled once, and the player's base precedes the app's") func templates() {
        let template = ShareTemplate("https://h.example/?u=_fw_encoded_original_url&v=_fw_video_id&o=_fw_original_url")
        let filled = template.filled(original: "https://x.example/?a=_fw_video_id", video: "v1")
        #expect(filled == "https://h.example/?u=https%3A%2F%2Fx.example%2F%3Fa%3D_fw_video_id&v=v1&o=https://x.example/?a=_fw_video_id")
        #expect(ShareBase.choose(player: "https://p.example", app: "https://a.example", service: "s") == "https://p.example")
        #expect(ShareBase.choose(player: "javascript:x", app: nil, service: "https://s.example") == "https://s.example/")
    }
}
