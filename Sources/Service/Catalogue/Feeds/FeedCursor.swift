// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// A feed's position in its plan.
struct FeedCursor: Codable, Hashable, Sendable {
    var stage = 0
    /// In stages ordered by time: the last item's position.
    var after: VideoIndex.Position?
    /// In all other stages: the number of items taken.
    var offset = 0
    /// The order that a recommending stage has chosen for the rest of the feed.
    var ranking: [String]?
    /// By video, if the request asks for them.
    var explanations: [String: FeedExplanation]?
    /// Whether the feed has ended.
    var isAtEnd = false

    mutating func advance() { self = FeedCursor(stage: stage + 1) }
}

/// An item that was delivered.
struct FeedEntry: Codable, Hashable, Sendable {
    var id: String
    var reason: FeedReason
    var explanation: FeedExplanation?
}

/// A candidate for the next item, and the feed's position after it.
struct FeedCandidate: Sendable {
    var entry: FeedEntry
    var behind: FeedCursor
}

/// Fills one page with candidates, without duplicates.
struct FeedPageFill: Sendable {
    /// The number of items per page.
    let size: Int
    /// Items to leave out: those that the viewer has, and those of earlier pages.
    private var excluded: Set<String>
    private(set) var entries: [FeedEntry] = []
    private(set) var cursor: FeedCursor
    /// Whether there are more candidates than fit.
    private(set) var hasMore = false

    init(size: Int, excluded: Set<String>, cursor: FeedCursor) {
        self.size = size
        self.excluded = excluded
        self.cursor = cursor
    }

    var isDone: Bool { hasMore }

    /// The number of candidates to fetch: one more than missing, to know whether another page follows.
    var missing: Int { size - entries.count + 1 }

    mutating func add(_ candidate: FeedCandidate) {
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
