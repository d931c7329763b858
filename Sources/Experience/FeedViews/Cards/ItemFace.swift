// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed

/// The sanitised texts and badges of an item.
struct ItemFace: Hashable {
    enum Badge: Hashable {
        case ad, sponsored, replay, live
        /// A label defined by the service.
        case other(String)

        func text(_ language: FeedLanguage) -> String {
            switch self {
            case .ad: language.text(.ad)
            case .sponsored: language.text(.sponsored)
            case .replay: language.text(.replayBadge)
            case .live: language.text(.liveNow)
            case .other(let text): text
            }
        }
    }

    var title: String
    /// With their `#` signs, separated by spaces.
    var hashtags: String
    var badges: [Badge]
    var posterURL: String?
    /// URL of a short animated preview.
    var previewURL: String?
    /// Items that can't be played have no play icon.
    var isPlayable: Bool
    var hasProducts: Bool
    var isAIGenerated: Bool

    /// - Parameters:
    ///   - ad: the label of ads; nil for none.
    ///   - showsReplay: whether recordings of live streams are marked.
    init(_ item: FeedItem, ad: AdBadgeConfiguration.Text?, showsReplay: Bool) {
        let video = item.video
        title = DisplayText.clean(video?.caption ?? item.playlist?.name ?? "", limit: 150)
        hashtags = (video?.hashtags ?? []).prefix(12).map { "#" + DisplayText.isolated(DisplayText.clean($0, limit: 40)) }.joined(
            separator: " ")
        posterURL = video?.posterURL ?? item.playlist?.posterURL
        previewURL = video?.gifURL
        isPlayable = video.map { !$0.regionBlocked && !$0.locked && $0.hlsURL != nil } ?? (item.playlist != nil)
        hasProducts = video?.products.isEmpty == false
        isAIGenerated = video?.aiGenerated == true
        badges = []
        if video?.type == .ad, let ad { badges.append(ad == .ad ? .ad : .sponsored) }
        if video?.type == .liveStream, video?.liveStatus == .live { badges.append(.live) }
        if showsReplay, video?.isReplay == true { badges.append(.replay) }
        let own = DisplayText.clean(video?.badge ?? "", limit: 24)
        if !own.isEmpty { badges.append(.other(own)) }
    }

    /// The accessible name.
    /// - Parameter language: the app's language.
    func spoken(_ language: FeedLanguage) -> String {
        ([title.isEmpty ? language.text(.play) : title] + badges.map { $0.text(language) }).joined(separator: ", ")
    }
}
