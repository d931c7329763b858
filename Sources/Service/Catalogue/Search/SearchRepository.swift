// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxContract

/// Finds videos by words in their captions, hashtags, descriptions, channels and transcripts.
///
/// Videos whose caption or hashtags have all words come first, then those that have them anywhere, then those with words that are spelt a
/// little differently; within each group, the newest come first. The last word may be the beginning of a word in the caption or hashtags.
public protocol SearchRepository: Sendable {
    /// The next videos that an app's guests may see. Other videos are neither returned nor counted.
    func videos(_ search: VideoSearch, at now: Date) async throws -> FoundVideos
    /// All videos of a business that aren't private, whatever their state: for their owners.
    func videos(saying words: SearchQuery, of business: String, limit: Int) async throws -> [Video]
    /// Forgets words that misspellings were corrected to, and that no video has any more.
    /// - Parameter limit: words to look at in one transaction.
    /// - Returns: how many it looked at; fewer than the limit if none is left.
    func forgetWords(limit: Int) async throws -> Int
}

/// A search of an app's guest.
public struct VideoSearch: Sendable {
    public var words: SearchQuery
    public var app: ClientApp
    /// The guest's country; nil if unknown.
    public var country: String?
    /// Nil for all channels that the app may show.
    public var channelID: String?
    /// Where to continue; nil for the beginning.
    public var position: SearchPosition?
    public var limit: Int

    public init(_ words: SearchQuery, app: ClientApp, limit: Int) {
        self.words = words
        self.app = app
        self.limit = limit
    }
}

/// A position in the results of a search. It reveals how many videos there are, so clients must not be able to read it.
public struct SearchPosition: Hashable, Sendable, CustomStringConvertible {
    var tier: Int
    /// The last video's record.
    var number: Int64

    init(tier: Int, number: Int64) {
        self.tier = tier
        self.number = number
    }

    /// - Returns: nil if it isn't the text of a position.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let tier = Int(parts[0]), (0..<SQLSearch.tiers).contains(tier), let number = Int64(parts[1]), number >= 0
        else { return nil }
        self.init(tier: tier, number: number)
    }

    public var description: String { "\(tier).\(number)" }
}

public struct FoundVideos: Sendable {
    public var videos: [Video]
    /// Nil at the end. There may be a next page even if this one is short, or empty.
    public var next: SearchPosition?
}

struct SQLSearch: SearchRepository {
    let store: any SQLStore
    private let known = DecodedDocuments<Video>()
    private let channels = DecodedDocuments<VideoChannel>(limit: 1024)

    init(store: any SQLStore) { self.store = store }

    static let tiers = 3
    /// The rounds in which a page is filled. Each reads as many videos as a page has; more are needed only if most aren't visible now.
    private static let maxRounds = 8

    func videos(_ search: VideoSearch, at now: Date) async throws -> FoundVideos {
        try await store.read { connection in
            try find(
                search.words, marks: Self.marks(search.app, channel: search.channelID), from: search.position, limit: search.limit,
                connection
            ) { videos in
                let rule = AppChannels(search.app)
                let ids = Set(videos.map(\.channelID)).sorted()
                let found = try connection.readableResources(VideoChannel.self, ids: ids, known: channels)
                let byID = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
                // The index doesn't depend on the time, so its results are checked again.
                return Set(
                    videos.filter { video in
                        guard let channel = byID[video.channelID], rule.mayShow(video, of: channel) else { return false }
                        return video.visibility(at: now).isListed && !video.regions.isBlocked(in: search.country)
                    }.map(\.id))
            }
        }
    }

    func videos(saying words: SearchQuery, of business: String, limit: Int) async throws -> [Video] {
        try await store.read { connection in
            try find(words, marks: [.mark(SearchMark.owned(business))], from: nil, limit: limit, connection) { Set($0.map(\.id)) }.videos
        }
    }

    func forgetWords(limit: Int) async throws -> Int {
        // Usually there are none, and then writers needn't wait.
        let isNeeded = try await store.read { try !$0.rows("SELECT word FROM search_word_lost LIMIT 1").isEmpty }
        return isNeeded ? try await store.write { try SearchIndex(connection: $0).forgetWords(limit: limit) } : 0
    }

    private func find(
        _ words: SearchQuery, marks: [SearchExpression], from start: SearchPosition?, limit: Int, _ connection: any SQLConnection,
        visible: ([Video]) throws -> Set<String>
    ) throws -> FoundVideos {
        let index = SearchIndex(connection: connection)
        var position = start ?? SearchPosition(tier: 0, number: .max)
        var found: [(video: Video, position: SearchPosition)] = []
        var rounds = 0
        while found.count <= limit, position.tier < Self.tiers, rounds < Self.maxRounds {
            guard let tier = try Self.tier(position.tier, words, marks, index) else { break }
            let missing = limit + 1 - found.count
            let numbers = try index.numbers(in: tier, below: position.number, limit: missing)
            let rows = try connection.rows(
                "SELECT n, document FROM resource WHERE n IN \(SQL.list(numbers.map(SQLValue.integer))) ORDER BY n DESC")
            let videos = rows.compactMap { row -> (Video, Int64)? in
                (try? known.read(row.text(1)) { try connection.decoded($0, $1) }).map { ($0, row.integer(0)) }
            }
            let shown = try visible(videos.map(\.0))
            found += videos.filter { shown.contains($0.0.id) }.map { ($0.0, SearchPosition(tier: position.tier, number: $0.1)) }
            if numbers.count < missing {
                position = SearchPosition(tier: position.tier + 1, number: .max)
            } else {
                position.number = numbers.last ?? 0
                rounds += 1
            }
        }
        guard found.count > limit else {
            return FoundVideos(videos: found.map(\.video), next: rounds < Self.maxRounds ? nil : position)
        }
        return FoundVideos(videos: found.prefix(limit).map(\.video), next: found[limit - 1].position)
    }

    /// - Returns: nil if there is no such tier, because no word can be spelt differently.
    private static func tier(
        _ number: Int, _ words: SearchQuery, _ marks: [SearchExpression], _ index: SearchIndex
    ) throws -> SearchTier? {
        let exact = words.expression
        func tier(
            _ expression: SearchExpression, _ field: SearchExpression.Field, without excluded: SearchExpression.Field? = nil
        ) -> SearchTier {
            SearchTier(
                matching: .init(expression: expression, field: field),
                excluded: excluded.map { .init(expression: exact, field: $0) }, marks: marks)
        }
        switch number {
        case 0: return tier(exact, .title)
        case 1: return tier(exact, .anywhere, without: .title)
        default:
            let closest = try index.closest(to: words.correctable)
            return closest.isEmpty ? nil : tier(words.loosened(closest), .anywhere, without: .anywhere)
        }
    }

    /// The limit of channels that a query names; with more, those that the app may not show are sorted out afterwards.
    private static let maxMarks = 100

    private static func marks(_ app: ClientApp, channel: String?) -> [SearchExpression] {
        var marks: [SearchExpression] = [.mark(app.businessID.map(SearchMark.business) ?? SearchMark.everyone)]
        if let channel {
            marks.append(.mark(SearchMark.channel(channel)))
        } else if !app.allowedChannels.isEmpty, app.allowedChannels.count <= maxMarks {
            marks.append(.any(app.allowedChannels.map { .mark(SearchMark.channel($0)) }))
        }
        return marks
    }
}
