// SPDX-License-Identifier: Apache-2.0

import Foundation
public import WindowboxContract

/// What a share link opens.
public struct ShareLink: Hashable, Sendable {
    /// The name of the token's value in the query or the fragment.
    public static let parameter = "fwplayer"

    /// ``ContentSource/unknownContent`` for a token that can't be understood, or is of a later version.
    public var source: ContentSource
    public var videoID: String?
    public var feedID: String?

    /// Reads an address, with the token in its query or in its fragment, however it was encoded on the way; or the token alone.
    /// - Returns: nil for an address without a token: it is no share link.
    public init?(_ address: String) {
        guard address.utf8.count <= 65536 else { return nil }
        let written = Self.token(in: address)
        guard let token = Self.read(written ?? address.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            // Whatever else a text without a token is, it is a link only where it can be understood.
            guard written != nil else { return nil }
            (source, videoID, feedID) = (.unknownContent, nil, nil)
            return
        }
        source = ContentSource(token.source)
        if source == .unknownContent { source = .singleContent(token.videoID) }
        (videoID, feedID) = (token.videoID, token.feedID)
    }

    /// A link to a video in the feed that it was found in.
    ///
    /// - Parameters:
    ///   - video: as the feed has it: of a live stream, whose trailer may be what plays, it is the stream that is shared.
    ///   - base: the address that it leads to; the token goes behind its query.
    public static func make(_ video: FeedVideo, source: ContentSource, feedID: String?, base: String) -> String? {
        let wire = source.wire ?? .single(video.id)
        guard let token = try? ShareToken(videoID: video.id, source: wire, feedID: feedID).text else { return nil }
        let parts = base.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let address = parts.first.map(String.init) ?? ""
        let joint = !address.contains("?") ? "?" : address.hasSuffix("?") || address.hasSuffix("&") ? "" : "&"
        return "\(address)\(joint)\(parameter)=\(token)" + (parts.count > 1 ? "#\(parts[1])" : "")
    }

    private static func token(in address: String) -> String? {
        let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let query = parts[0].firstIndex(of: "?").map { parts[0][parts[0].index(after: $0)...] }
        var places = [query].compactMap { $0 }
        if parts.count > 1 {
            // A fragment may have a path and a query of its own, as pages of one document have.
            places += [parts[1].drop { "!/".contains($0) }, parts[1].firstIndex(of: "?").map { parts[1][parts[1].index(after: $0)...] }]
                .compactMap { $0 }
        }
        for field in places.flatMap({ $0.split(separator: "&") }) {
            let pair = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2, pair[0] == parameter, !pair[1].isEmpty { return String(pair[1]) }
        }
        return nil
    }

    private static func read(_ text: String) -> ShareToken? {
        var text = text
        // Encoded once for each hand that it went through.
        for _ in 0..<3 {
            // In a query a plus may have become a space.
            if let token = ShareToken(text.replacing(" ", with: "+").replacing("%20", with: "+")) { return token }
            guard let plain = text.removingPercentEncoding, plain != text else { return nil }
            text = plain
        }
        return nil
    }
}
