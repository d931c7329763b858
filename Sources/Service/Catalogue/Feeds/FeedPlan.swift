// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxHashtags

/// The sources of a feed's items, one stage after the other.
struct FeedPlan: Hashable, Sendable {
    enum Stage: Hashable, Sendable {
        /// Newest first.
        case matching(Condition, scope: String, isUnseenOnly: Bool, reason: FeedReason)
        /// In the playlist's order.
        case playlist(String, reason: FeedReason)
        /// The playlists of a group, in its order.
        case group(String)
        /// Similar to what was seen of a channel.
        case similar(channel: String, among: Condition)
        /// By the viewer's taste and by how long other viewers watched the videos.
        case recommended(Condition)
        case fixed([String], reason: FeedReason)
        /// Videos that were already seen, if there is nothing else at all.
        case replays(Condition, scope: String, reason: FeedReason)
    }

    var stages: [Stage]
    var itemKind: FeedItemKind = .video

    /// - Parameters:
    ///   - playlists: ids of the channel's playlists for the viewer's cohort, in order.
    ///   - followed: ids of the channels that the viewer follows.
    ///   - channels: what the app may show.
    ///   - isTracked: whether the service knows what the viewer has seen.
    ///   - isControl: whether the viewer gets the newest videos instead of recommendations.
    init(
        _ source: FeedSource, app: ClientApp?, playlists: [String], followed: [String], channels: ChannelCondition, isTracked: Bool,
        isControl: Bool = false
    ) throws(APIError) {
        let channel = source.channelID ?? ""
        let (permitted, inside) = (channels.anywhere, channels.inside)
        switch source.type {
        case .discover:
            let condition = Condition.all([Condition(discover: app?.discover ?? DiscoverConstraints()), permitted])
            let everywhere = VideoIndex.everywhere
            stages = isTracked && !isControl ? [.recommended(condition)] : []
            stages += [
                .matching(condition, scope: everywhere, isUnseenOnly: isTracked, reason: .discover),
                .replays(condition, scope: everywhere, reason: .replay),
            ]
        case .channelPersonalized:
            stages = [
                .matching(.all([.token(Token(.live)), inside]), scope: channel, isUnseenOnly: isTracked, reason: .unseen),
                .matching(inside, scope: channel, isUnseenOnly: isTracked, reason: .unseen), .similar(channel: channel, among: permitted),
                .replays(inside, scope: channel, reason: .replay),
                .replays(permitted, scope: VideoIndex.everywhere, reason: .replay),
            ]
        case .channel: stages = [.matching(inside, scope: channel, isUnseenOnly: false, reason: .channel)]
        case .following:
            let condition = Condition.all([.any(followed.map { .token(Token(.channel, $0)) }), permitted])
            stages =
                followed.isEmpty
                ? [] : [.matching(condition, scope: VideoIndex.everywhere, isUnseenOnly: false, reason: .following)]
        case .videoAds: stages = [.matching(inside, scope: source.adChannelID ?? "", isUnseenOnly: false, reason: .ad)]
        case .playlist: stages = [.playlist(source.playlistID ?? "", reason: .playlist)]
        case .playlistGroup:
            stages = [.group(source.groupID ?? "")]
            itemKind = .playlist
        case .dynamic:
            let condition = Condition(cohorts: source.parameters ?? [:])
            stages = playlists.map { .playlist($0, reason: .cohort) }
            stages.append(.matching(.all([condition, inside]), scope: channel, isUnseenOnly: false, reason: .cohort))
        case .hashtag:
            let filter: HashtagFilter
            do { filter = try HashtagFilter(parsing: source.filter ?? "") } catch {
                throw APIError(.invalidFilterExpression, error.message, field: "source.filter", offset: error.offset)
            }
            stages = [.matching(.all([Condition(filter), inside]), scope: channel, isUnseenOnly: false, reason: .hashtag)]
        case .sku:
            let products = Condition.any((source.productIDs ?? []).map { .token(Token(.product, $0)) })
            stages = [.matching(.all([products, inside]), scope: channel, isUnseenOnly: false, reason: .sku)]
        case .single: stages = [.fixed([source.contentID ?? ""], reason: .single)]
        default: throw APIError(.invalidField, "This kind of feed is not known.", field: "source.type")
        }
    }
}

extension Condition {
    init(discover constraints: DiscoverConstraints) {
        var parts: [Condition] = []
        let locale = constraints.locale.map(LocaleTag.init)
        if let language = constraints.language ?? locale?.language { parts.append(.token(Token(.language, language.lowercased()))) }
        if let country = constraints.country ?? locale?.country { parts.append(.token(Token(.country, country.uppercased()))) }
        let allowed = constraints.allowTags.compactMap(HashtagFilter.normalized)
        if !allowed.isEmpty { parts.append(.any(allowed.map { .token(Token(.hashtag, $0)) })) }
        let rejected = constraints.rejectTags.compactMap(HashtagFilter.normalized)
        if !rejected.isEmpty { parts.append(.not(.any(rejected.map { .token(Token(.hashtag, $0)) }))) }
        self = .all(parts)
    }
}
