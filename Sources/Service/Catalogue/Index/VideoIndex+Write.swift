// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxHashtags

extension VideoIndex {
    /// Updates a video's entries in the index.
    /// - Parameters:
    ///   - published: in milliseconds; nil if feeds may not show it.
    ///   - tokens: by scope.
    func list(_ video: String, published: Int64?, tokens: [String: Set<Token>]) throws {
        let before = try connection.rows("SELECT published, tokens, signature FROM indexed WHERE video = \(video)").first
        let signature = tokens.values.reduce(into: Set<Token>()) { $0.formUnion($1) }.signature
        // In a fixed order, so that concurrent writers can't deadlock.
        let postings = published == nil ? [] : tokens.flatMap { scope, tokens in tokens.map { (scope: scope, token: $0) } }
        let numbers = try postings.sorted { ($0.scope, $0.token) < ($1.scope, $1.token) }.map { try number(of: $0.token, in: $0.scope) }
        let old = before.map { Set($0.text(1).split(separator: " ").compactMap { Int64($0) }) } ?? []
        let isMoved = before.map { $0.integer(0) != published || $0.integer(2) != signature } ?? false
        let gone = isMoved ? old : old.subtracting(numbers)
        if let position = before?.integer(0) {
            for number in gone.sorted() {
                try connection.execute("DELETE FROM posting WHERE token = \(number) AND published = \(position) AND video = \(video)")
                try connection.execute("UPDATE token SET uses = uses - 1 WHERE n = \(number)")
            }
        }
        guard let published else {
            if before != nil { try connection.execute("DELETE FROM indexed WHERE video = \(video)") }
            return
        }
        for number in Set(numbers).subtracting(isMoved ? [] : old).sorted() {
            try connection.execute(
                "INSERT INTO posting (token, published, video, signature) VALUES (\(number), \(published), \(video), \(signature))")
            try connection.execute("UPDATE token SET uses = uses + 1 WHERE n = \(number)")
        }
        let text = numbers.map(String.init).joined(separator: " ")
        try connection.execute(
            """
            INSERT INTO indexed (video, published, signature, tokens) VALUES (\(video), \(published), \(signature), \(text))
            ON CONFLICT (video) DO UPDATE SET published = excluded.published, signature = excluded.signature, tokens = excluded.tokens
            """)
    }

    /// - Returns: nil for a token that no video ever had.
    func number(_ token: Token, in scope: String) throws -> Int64? {
        try connection.rows(
            "SELECT n FROM token WHERE scope = \(scope) AND kind = \(token.kind.rawValue) AND name = \(token.name)"
        ).first?.integer(0)
    }

    private func number(of token: Token, in scope: String) throws -> Int64 {
        if let known = try number(token, in: scope) { return known }
        try connection.execute(
            """
            INSERT INTO token (scope, kind, name, uses) VALUES (\(scope), \(token.kind.rawValue), \(token.name), 0)
            ON CONFLICT (scope, kind, name) DO NOTHING
            """)
        guard let made = try number(token, in: scope) else { throw CatalogueError.malformed("token") }
        return made
    }
}

extension Video {
    /// The video's tokens for feeds, by scope.
    func tokens(channel: VideoChannel?, isLive: Bool) -> [String: Set<Token>] {
        let hashtags = hashtags.compactMap(Self.hashtag).map { Token(.hashtag, $0) }
        var own: Set<Token> = Set(hashtags).union([Token(.every)])
        if isLive { own.insert(Token(.live)) }
        if access == .ownApps || channel?.visibility == .ownApps { own.insert(Token(.ownApps)) }
        var everywhere = own
        everywhere.insert(Token(.channel, channelID))
        for (key, values) in cohorts { own.formUnion(values.map { .cohort(key, $0) }) }
        if !cohorts.isEmpty { own.insert(Token(.targeted)) }
        own.formUnion(products.map { Token(.product, $0) })
        everywhere.formUnion(products.map { Token(.product, $0) })
        if let language = (language ?? channel?.language)?.lowercased() {
            everywhere.insert(Token(.language, language))
            everywhere.insert(Token(.language, String(language.prefix { $0 != "-" })))
        }
        if let country = (country ?? channel?.country)?.uppercased() { everywhere.insert(Token(.country, country)) }
        return [channelID: own, VideoIndex.everywhere: everywhere]
    }
}

extension Video {
    /// Normalised as in expressions; nil if no expression could name it.
    static func hashtag(_ tag: String) -> String? { HashtagFilter.normalized(tag: tag) }
}
