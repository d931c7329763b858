// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxKit
import WindowboxMedia
import WindowboxPlayer

@testable import WindowboxSources

@Suite("Standard item document", .timeLimit(.minutes(2)))
struct StandardDocumentTests {
    private struct Extra: Decodable, Sendable { var rating: Int }

    private static let text = """
        {"identifier": "1", "title": "T", "subtitle": "S", "description": "D", "posterUrl": "https://x/p.jpg", "seasonNumber": 2,
         "episodeNumber": 3, "viewport": "MONOSCOPIC",
         "chapters": [{"identifier": "c", "title": "C", "posterUrl": "https://x/c.jpg", "startTime": 500, "endTime": 1500}],
         "timeRanges": [{"startTime": 0, "endTime": 1000, "type": "OPENING_CREDITS"}, {"startTime": 1, "endTime": 2, "type": "BLOCKED"},
                        {"startTime": 3, "endTime": 4, "type": "CLOSING_CREDITS"}, {"startTime": 5, "endTime": 6, "type": "QUIZ"}],
         "source": {"url": "https://x/a.m3u8"}, "drm": {"certificateUrl": "https://x/cert"}, "customData": {"rating": 5}}
        """

    private func loaded<Data: Decodable & Sendable>(_ text: String, _ type: Data.Type) async throws -> StandardDocument<Data> {
        let origin = try await FaultyOrigin(["/doc": Array(text.utf8)])
        let loader = StandardLoader(url: origin.address + "/doc", customData: type)
        var documents = loader.metadata().makeAsyncIterator()
        return try #require(try await documents.next())
    }

    @Test("1.32: The whole document is decoded, including the application's data")
    func reading() async throws {
        let document = try await loaded(Self.text, Extra.self)
        let metadata = document.metadata
        #expect(metadata.title == "T")
        #expect(metadata.episode == Episode(number: 3, season: 2))
        #expect(metadata.viewport == .monoscopic)
        #expect(metadata.image == .url("https://x/p.jpg"))
        #expect(
            metadata.chapters == [
                Chapter(identifier: "c", title: "C", image: .url("https://x/c.jpg"), timeRange: TimeRange(start: 0.5, end: 1.5))
            ])
        #expect(metadata.markedRanges.map(\.kind) == [.openingCredits, .blocked, .closingCredits, .custom("QUIZ")])
        #expect(document.url == "https://x/a.m3u8")
        #expect(document.certificateURL == "https://x/cert")
        #expect(document.customData?.rating == 5)
    }

    @Test("1.32: Only a source is required, and without one the metadata is shown with the error")
    func little() async throws {
        let document = try await loaded(#"{"title": "T"}"#, NoCustomData.self)
        #expect(document.metadata.title == "T")
        let loader = StandardLoader<NoCustomData>(url: "https://x/doc")
        let item = await PlayerItem(asset: loader.asset(for: document), metadata: document.metadata)
        let player = await Player(items: [item])
        #expect(await player.error?.code == .noContent)
        #expect(await player.metadata.title == "T")
    }

    @Test("1.32: A range that ends before its start and a wrong data type are errors that say where")
    func malformed() async throws {
        let wrong = [
            (#"{"chapters": [{"startTime": 9, "endTime": 1}]}"#, ".chapters[0]"),
            (#"{"customData": {"rating": "five"}}"#, ".customData.rating"),
        ]
        for (text, place) in wrong {
            let error = try await #require(throws: PlayerError.self) { _ = try await loaded(text, Extra.self) }
            #expect(error.code == .malformed)
            #expect(error.description.contains(place), "\(error.description)")
        }
    }

    @Test("1.32: An application can create the asset itself") @MainActor
    func ownAsset() async throws {
        let text = #"{"customData": {"rating": 7}}"#
        let origin = try await FaultyOrigin(["/doc": Array(text.utf8)])
        let item = PlayerItem.standard(url: origin.address + "/doc", customData: Extra.self) { document in
            .unavailable(Refusal(rating: document.customData?.rating))
        }
        let player = Player(items: [item])
        await observed { player.error != nil }
        #expect((player.error?.underlying as? Refusal)?.rating == 7)
    }

    private struct Refusal: Error { var rating: Int? }
}
