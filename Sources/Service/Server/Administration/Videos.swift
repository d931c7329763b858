// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract
import WindowboxHashtags

extension Video: ChannelOwned {
    static let operationName = "Video"
    static let path = "/v1/admin/videos"

    static func blank(id: String, business: String, at now: Date) -> Video { Video(id: id, channelID: "") }

    func check(after before: Video?, in catalogue: Catalogue) async throws {
        if let before, !before.status.mayBecome(status) {
            throw APIError(
                .invalidTransition, "A video that is \(before.status.rawValue) can't become \(status.rawValue).", field: "status")
        }
        try FieldCheck.text(caption, "caption", 0...1000)
        try FieldCheck.text(description, "description", 0...10_000)
        for (address, field) in [(posterURL, "poster_url"), (hlsURL, "hls_url"), (gifURL, "gif_url")] {
            try FieldCheck.address(address, field)
        }
        for (index, poster) in posters.enumerated() { try FieldCheck.address(poster.url, "posters[\(index)].url") }
        for (index, rendition) in renditions.enumerated() { try FieldCheck.address(rendition.url, "renditions[\(index)].url") }
        guard subtitles.count <= 100 else { throw APIError(.invalidField, "A video has at most 100 captions.", field: "subtitles") }
        for (index, subtitle) in subtitles.enumerated() { try FieldCheck.address(subtitle.url, "subtitles[\(index)].url") }
        try FieldCheck.address(cta?.url, "cta.url")
        try FieldCheck.country(country, "country")
        for (index, code) in regions.allow.enumerated() { try FieldCheck.country(code, "regions.allow[\(index)]") }
        for (index, code) in regions.deny.enumerated() { try FieldCheck.country(code, "regions.deny[\(index)]") }
        guard hashtags.count <= 100 else { throw APIError(.invalidField, "A video has at most 100 hashtags.", field: "hashtags") }
        if let index = hashtags.firstIndex(where: { HashtagFilter.normalized(tag: $0) == nil }) {
            throw APIError(.invalidField, "This can't be a hashtag.", field: "hashtags[\(index)]")
        }
        for (key, values) in cohorts {
            guard ([key] + values).allSatisfy({ (1...128).contains($0.utf8.count) }), values.count <= 64, cohorts.count <= 32 else {
                throw APIError(.invalidField, "There are at most 32 names of at most 64 values of 1 to 128 bytes.", field: "cohorts")
            }
        }
        guard products.count <= 100 else { throw APIError(.invalidField, "A video shows at most 100 products.", field: "products") }
        for (index, segment) in (segments ?? []).enumerated() where segment.startMS < 0 || segment.endMS <= segment.startMS {
            throw APIError(.invalidField, "It ends before it begins.", field: "segments[\(index)].end_ms")
        }
        for (index, interval) in (intervals ?? []).enumerated() where interval.startMS < 0 || interval.endMS <= interval.startMS {
            throw APIError(.invalidField, "It ends before it begins.", field: "intervals[\(index)].end_ms")
        }
    }
}
