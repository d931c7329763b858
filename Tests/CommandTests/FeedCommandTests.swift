// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Testing
import WindowboxContract

@testable import windowbox

@Suite("windowbox feed") struct FeedCommandTests {
    private static func source(_ arguments: [String]) throws -> FeedSource {
        try ShowFeed.parse(["--app", "a"] + arguments).source()
    }

    @Test("The feed source follows from the options") func sources() throws {
        #expect(try Self.source([]) == .discover)
        #expect(try Self.source(["--channel", "c"]) == .channel("c"))
        #expect(try Self.source(["--channel", "c", "--all"]) == .channel("c", isPersonal: false))
        #expect(try Self.source(["--channel", "c", "--playlist", "p"]) == .playlist("p", channel: "c"))
        #expect(try Self.source(["--group", "g"]) == .playlistGroup("g"))
        #expect(try Self.source(["--channel", "c", "--filter", "(and a b)"]) == .hashtag(channel: "c", filter: "(and a b)"))
        #expect(try Self.source(["--channel", "c", "--product", "x", "--product", "y"]) == .sku(channel: "c", productIDs: ["x", "y"]))
        #expect(
            try Self.source(["--channel", "c", "--parameter", "a=1", "--parameter", "a=2"])
                == .dynamic(channel: "c", parameters: ["a": ["1", "2"]]))
        #expect(try Self.source(["--id", "v"]) == .single("v"))
        for wrong in [
            ["--filter", "x"], ["--all"], ["--id", "v", "--group", "g"], ["--channel", "c", "--parameter", "a"], ["--limit", "0"],
        ] {
            #expect(throws: (any Error).self) { _ = try ShowFeed.parse(["--app", "a"] + wrong) }
        }
        #expect(throws: (any Error).self) { _ = try ShowFeed.parse([]) }
    }

    @Test(
        "An invalid filter expression is refused, with the position of its error",
        arguments: [
            ("(and é", "at its end, character 7: A \")\" is missing"), ("(é", "at \"é\", character 2: After \"(\""),
            ("sea calm", "at \"c\", character 5: The expression ends before this"),
            ("", "at its end, character 1: The expression is empty"),
        ])
    func wrong(filter: String, said: String) throws {
        do {
            _ = try ShowFeed.parse(["--app", "a", "--channel", "c", "--filter", filter])
            Issue.record("the expression was accepted")
        } catch { #expect(ShowFeed.message(for: error).contains("--filter is invalid \(said)")) }
    }

    @Test("An item takes two lines and can't emit terminal escapes") func lines() {
        var video = Video(id: "v1", channelID: "c1")
        (video.caption, video.durationMS, video.hashtags) = ("Soup\u{1B}[2J", 65_400, ["food"])
        (video.products, video.hlsURL) = (["mug"], "http://x/y.m3u8")
        let text = FeedLines.text(.video(FeedVideo(video), reason: .channel), number: 7)
        #expect(text.contains("Soup\u{FFFD}[2J"))
        #expect(text.contains("1:05"))
        #expect(text.contains("#food · mug"))
        #expect(!text.contains("\u{1B}"))
        #expect(text.hasPrefix("  7  "))
        #expect(text.hasSuffix("\n     http://x/y.m3u8"))
        let list = FeedItem.playlist(FeedPlaylist(id: "p", name: "Best", posterURL: nil, count: 3))
        #expect(FeedLines.text(list, number: 12) == " 12  Best, a playlist of 3 (p)")
    }
}
