// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxFeedViews

@Suite struct StyleTests {
    @Test("The heights of the gradients above texts are those of the style sheet")
    func shades() throws {
        let css = try #require(EmbeddedAssets.files.first { $0.name == "feed.css" }).text
        let lines = css.split(separator: "\n")
        let title = try #require(lines.first { $0.hasPrefix(".feed-card .shade ") })
        #expect(title.contains("0.6) \(FeedCSS.titleShade)px,"))
        #expect(title.contains("padding-top: \(FeedCSS.titleShade)px;"))
        let words = try #require(lines.first { $0.hasPrefix(".feed-card .deck-words ") })
        #expect(words.contains("0.6) \(FeedCSS.wordsShade)px,"))
        #expect(words.contains("padding: \(FeedCSS.wordsShade)px "))
    }
}
