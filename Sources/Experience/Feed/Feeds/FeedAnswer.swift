// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

/// An answer of the service that is a page of a feed.
protocol FeedAnswer: Decodable, Sendable {
    var feedPage: FeedPage { get }
}

extension FeedPage: FeedAnswer {
    var feedPage: FeedPage { self }
}

// Results of a search have no session of their own.
extension ResourceList: FeedAnswer where Item == Video {
    var feedPage: FeedPage {
        FeedPage(
            feedID: "", type: .video, items: data.map { .video(FeedVideo($0), reason: FeedReason(rawValue: "search")) }, next: paging.next,
            expiresAt: .distantFuture)
    }
}

extension Feed.Event {
    /// nil for an action that isn't reported.
    init?(_ action: FeedLoading.Action) {
        switch action {
        case .notify(let result): self = .loadFinished(result)
        case .itemsReplaced: self = .itemsReplaced
        case .itemsAppended(let range): self = .itemsAppended(range)
        case .pageFailed(let error): self = .pageFailed(error)
        case .pagesEnded: self = .pagesEnded
        case .makeFeed, .fetchPage, .fetchResults: return nil
        }
    }
}
