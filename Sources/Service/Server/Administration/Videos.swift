// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract
import WindowboxHashtags

extension Video: ChannelOwned {
    static let operationName = "Video"

    static func blank(id: String, business: String, at now: Date) -> Video { Video(id: id, channelID: "") }

    /// People who may only write drafts can't publish videos or change published ones.
    static func check(_ administrator: Administrator, before: Video?, after: Video?) throws(APIError) {
        guard !administrator.has("videos:write") else { return }
        guard before?.access ?? .owners == .owners, after?.access ?? .owners == .owners else {
            throw APIError(
                .insufficientScope,
                "Your account prepares drafts. Ask an editor to publish this video, or to change it if it is published; a new one needs access private.",
                field: "access")
        }
        guard after?.review?.status != .returned || after?.review == before?.review else {
            throw APIError(.insufficientScope, "Only editors return drafts. Set the status to requested.", field: "review")
        }
    }

    func checkRemoval(in catalogue: Catalogue) async throws {
        guard try await !catalogue.resources.liveStreams(ofVideos: [id]).has(id) else {
            throw APIError(.conflict, "A live stream uses it. Delete the live stream first.")
        }
    }

    /// Deletes its password, its author, and its polls and games: without the video, nobody could determine their owner.
    func clear(in catalogue: Catalogue) async throws {
        _ = try await catalogue.resources.delete(VideoPassword.self, id: id)
        _ = try await catalogue.resources.delete(VideoAuthor.self, id: id)
        try await catalogue.live.forget(id)
    }

    /// Only the password's own routes change it.
    func prepared(after before: Video?) throws -> Video {
        var video = self
        video.passwordVersion = before?.passwordVersion
        if video.access != .owners { video.review = nil }
        return video
    }

    func check(after before: Video?, in catalogue: Catalogue) async throws {
        if let before, !before.status.mayBecome(status) {
            throw APIError(
                .invalidTransition, "A video that is \(before.status.rawValue) can't become \(status.rawValue).", field: "status")
        }
        try checkTexts()
        try checkMedia()
        try checkParts()
        // Interactions that were there before may have been deleted since; new ones must belong to the same business.
        try await check(newInteractions: interactions.filter { !(before?.interactions ?? []).contains($0) }, in: catalogue)
        if before?.products != products { try await Self.check(products: products, of: business(in: catalogue) ?? "", in: catalogue) }
    }

    /// A video shows only products of its own business.
    static func check(products: [String], of business: String, in catalogue: Catalogue) async throws {
        guard products.count <= 100 else { throw APIError(.invalidField, "A video shows at most 100 products.", field: "products") }
        guard Set(products).count == products.count else {
            throw APIError(.invalidField, "A product is listed twice.", field: "products")
        }
        let own = try await Product.own(products, of: business, in: catalogue)
        if let index = products.firstIndex(where: { !own.contains($0) }) {
            throw APIError(.invalidField, "There is no such product.", field: "products[\(index)]")
        }
    }

    private func check(newInteractions new: [String], in catalogue: Catalogue) async throws {
        guard !new.isEmpty else { return }
        let business = try await business(in: catalogue)
        let own = Set(try await Interaction.own(new, of: business, in: catalogue).map(\.id))
        if let index = interactions.firstIndex(where: { new.contains($0) && !own.contains($0) }) {
            throw APIError(.invalidField, "There is no such interaction.", field: "interactions[\(index)]")
        }
    }

    /// The video's interactions that belong to its own business, in order.
    func ownInteractions(in catalogue: Catalogue) async throws -> [Interaction] {
        try await Interaction.own(interactions, of: business(in: catalogue), in: catalogue)
    }

    private func checkTexts() throws(APIError) {
        try FieldCheck.text(caption, "caption", 0...1000)
        try FieldCheck.text(description, "description", 0...10_000)
        try FieldCheck.text(badge ?? "", "badge", 0...100)
        try FieldCheck.text(blockingReason ?? "", "blocking_reason", 0...64)
        try FieldCheck.text(review?.note ?? "", "review.note", 0...2000)
        guard review.map({ ReviewStatus.known.contains($0.status) }) ?? true else {
            throw APIError(.invalidField, "The status of a review is requested or returned.", field: "review.status")
        }
        try FieldCheck.button(cta, "cta")
        try FieldCheck.country(country, "country")
        try FieldCheck.language(language, "language")
        if let social = socialAttribution {
            try FieldCheck.text(social.platform, "social_attribution.platform", 0...64)
            try FieldCheck.text(social.handle, "social_attribution.handle", 0...200)
            try FieldCheck.address(social.url, "social_attribution.url")
        }
        for (codes, field) in [(regions.allow, "regions.allow"), (regions.deny, "regions.deny")] {
            try FieldCheck.count(codes.count, field, limit: 300)
            for (index, code) in codes.enumerated() { try FieldCheck.country(code, "\(field)[\(index)]") }
        }
        guard hashtags.count <= 100 else { throw APIError(.invalidField, "A video has at most 100 hashtags.", field: "hashtags") }
        if let index = hashtags.firstIndex(where: { HashtagFilter.normalized(tag: $0) == nil }) {
            throw APIError(.invalidField, "This can't be a hashtag.", field: "hashtags[\(index)]")
        }
        try FieldCheck.cohorts(cohorts)
    }

    private func checkMedia() throws(APIError) {
        try FieldCheck.number(durationMS, "duration_ms", 0...Self.maximumMilliseconds)
        try FieldCheck.number(width, "width", 0...65_536)
        try FieldCheck.number(height, "height", 0...65_536)
        for (address, field) in [(posterURL, "poster_url"), (hlsURL, "hls_url"), (gifURL, "gif_url")] {
            try FieldCheck.address(address, field)
        }
        try FieldCheck.count(posters.count, "posters", limit: 50)
        for (index, poster) in posters.enumerated() { try FieldCheck.address(poster.url, "posters[\(index)].url") }
        try FieldCheck.count(renditions.count, "renditions", limit: 100)
        for (index, rendition) in renditions.enumerated() { try FieldCheck.address(rendition.url, "renditions[\(index)].url") }
        guard subtitles.count <= 100 else { throw APIError(.invalidField, "A video has at most 100 captions.", field: "subtitles") }
        for (index, subtitle) in subtitles.enumerated() {
            try FieldCheck.address(subtitle.url, "subtitles[\(index)].url")
            try FieldCheck.language(subtitle.language, "subtitles[\(index)].lang")
        }
    }

    /// One year in milliseconds.
    private static let maximumMilliseconds: Int64 = 365 * 86_400_000

    private func checkParts() throws(APIError) {
        try FieldCheck.texts(interactions, "interactions", limit: 100)
        try FieldCheck.count(segments?.count ?? 0, "segments", limit: 1000)
        try FieldCheck.count(intervals?.count ?? 0, "intervals", limit: 1000)
        for (index, segment) in (segments ?? []).enumerated() where segment.startMS < 0 || segment.endMS <= segment.startMS {
            throw APIError(.invalidField, "It ends before it begins.", field: "segments[\(index)].end_ms")
        }
        for (index, segment) in (segments ?? []).enumerated() {
            try FieldCheck.text(segment.title, "segments[\(index)].title", 0...500)
            try FieldCheck.address(segment.posterURL, "segments[\(index)].poster_url")
        }
        for (index, interval) in (intervals ?? []).enumerated() where interval.startMS < 0 || interval.endMS <= interval.startMS {
            throw APIError(.invalidField, "It ends before it begins.", field: "intervals[\(index)].end_ms")
        }
    }
}
