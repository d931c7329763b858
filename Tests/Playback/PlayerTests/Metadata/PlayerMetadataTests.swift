// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxMedia

@testable import WindowboxPlayer

@Suite("Item metadata")
struct PlayerMetadataTests {
    @Test("1.20: metadata survives encoding and decoding, with times in whole milliseconds")
    func coding() throws {
        let metadata = PlayerMetadata(
            identifier: "42", title: "T", image: .url("https://a/b.png", lowResolution: "https://a/s.png"), imageCopyright: "© us",
            viewport: .monoscopic, episode: Episode(number: 3, season: 2),
            chapters: [Chapter(identifier: "c", title: "C", image: .data([1, 2]), timeRange: TimeRange(start: 1.5, end: 2.001))],
            markedRanges: [
                MarkedRange(.blocked, TimeRange(start: 0, end: 0.333)), MarkedRange(.openingCredits, .zero),
                MarkedRange(.closingCredits, .zero),
                MarkedRange(.custom("recap"), .zero),
            ])
        let data = try JSONEncoder().encode(metadata)
        #expect(try JSONDecoder().decode(PlayerMetadata.self, from: data) == metadata)
    }

    @Test("Embedded metadata fills in what the application leaves out; the file name is used only without any title")
    func completion() {
        let media = EmbeddedMetadata(
            title: "Tag", artist: "Ann", album: "Flights", date: "2021", cover: [1, 2],
            chapters: [.init(title: "One", timeRange: TimeRange(start: 0, end: 5))])
        let own = PlayerMetadata(title: "Own", artist: "Bob", image: .url("https://a/b.png"))
        let kept = own.completed(by: media)
        #expect(kept.title == "Own")
        #expect(kept.artist == "Bob")
        #expect(kept.image == .url("https://a/b.png"))
        #expect(kept.album == "Flights")
        let file = PlayerMetadata(fallbackTitle: "song")
        #expect(file.completed(by: EmbeddedMetadata()).title == "song")
        let complete = file.completed(by: media)
        #expect(complete.title == "Tag")
        #expect(complete.artist == "Ann")
        #expect(complete.date == "2021")
        #expect(complete.image == .data([1, 2]))
        #expect(complete.chapters == [Chapter(title: "One", timeRange: TimeRange(start: 0, end: 5))])
    }

    @Test("A range that ends before it starts is refused, naming both times")
    func backwards() {
        let json = Data(#"{"kind": "blocked", "start": 5, "end": 4}"#.utf8)
        let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode(MarkedRange.self, from: json) }
        #expect(String(describing: error).contains("ends at 4 ms, before its start at 5 ms"))
    }

    @Test(
        "1.20: an episode is described with or without its season",
        arguments: [(Episode(number: 3, season: 2), "S2, E3"), (Episode(number: 3), "E3")])
    func episodes(episode: Episode, text: String) { #expect(episode.description == text) }

    @Test("PB-5: On constrained networks the low-resolution image URL is used, if there is one")
    func addresses() {
        let both = ImageSource.url("big", lowResolution: "small")
        #expect(both.address() == "big")
        #expect(both.address(isConstrained: true) == "small")
        #expect(ImageSource.url("big").address(isConstrained: true) == "big")
        #expect(ImageSource.none.address() == nil)
    }
}
