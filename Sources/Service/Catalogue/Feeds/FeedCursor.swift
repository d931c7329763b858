// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// Where in its plan a feed stands.
struct FeedCursor: Codable, Hashable, Sendable {
    var stage = 0
    /// Behind this one, in stages that are ordered by time.
    var after: VideoIndex.Place?
    /// Items of the stage taken, in all others.
    var offset = 0
    /// What a recommending stage has decided for the rest of the feed.
    var ranking: [String]?
    /// Nothing follows.
    var isAtEnd = false

    mutating func advance() { self = FeedCursor(stage: stage + 1) }
}

/// What was handed out.
struct FeedEntry: Codable, Hashable, Sendable {
    var id: String
    var reason: FeedReason
}

/// An item that may come next, and where the feed stands behind it.
struct FeedCandidate: Sendable {
    var entry: FeedEntry
    var behind: FeedCursor
}

/// Fills one page: takes candidates until it is full, and nothing twice.
struct FeedPageFill: Sendable {
    /// Items that are wanted at most.
    let size: Int
    /// What is left out: what the viewer has, and what earlier pages had.
    private var excluded: Set<String>
    private(set) var entries: [FeedEntry] = []
    private(set) var cursor: FeedCursor
    /// Whether there is one more than are wanted.
    private(set) var hasMore = false

    init(size: Int, excluded: Set<String>, cursor: FeedCursor) {
        self.size = size
        self.excluded = excluded
        self.cursor = cursor
    }

    var isDone: Bool { hasMore }

    /// How many candidates to look for: one more than are missing tells whether another page follows.
    var wanted: Int { size - entries.count + 1 }

    mutating func take(_ candidate: FeedCandidate) {
        guard !hasMore, !excluded.contains(candidate.entry.id) else { return }
        guard entries.count < size else {
            hasMore = true
            return
        }
        excluded.insert(candidate.entry.id)
        entries.append(candidate.entry)
        cursor = candidate.behind
    }
}
