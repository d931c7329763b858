// SPDX-License-Identifier: Apache-2.0

import Foundation
public import WindowboxContract

/// The content that a share link opens.
public struct ShareLink: Hashable, Sendable {
    /// The name of the token in the query or fragment.
    public static let parameter = "fwplayer"

    /// ``ContentSource/unknownContent`` for a token that is invalid or of a later version.
    public var source: ContentSource
    /// ID of the shared video; nil for a feed.
    public var videoID: String?
    /// ID of the feed that the link was made in; nil if unknown.
    public var feedID: String?

    /// Parses a URL with the token in its query or fragment, possibly percent-encoded several times, or a bare token.
    /// - Returns: nil for a URL without a token, which is not a share link.
    public init?(_ address: String) {
        guard address.utf8.count <= 65536 else { return nil }
        let written = Self.token(in: address)
        guard let token = Self.read(written ?? address.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            // Text without the parameter counts as a link only if it is itself a valid token.
            guard written != nil else { return nil }
            (source, videoID, feedID) = (.unknownContent, nil, nil)
            return
        }
        source = ContentSource(token.source)
        if source == .unknownContent { source = .singleContent(token.videoID) }
        (videoID, feedID) = (token.videoID, token.feedID)
    }

    /// Creates a link to a video in the feed where it was found.
    ///
    /// - Parameters:
    ///   - video: from the feed. For a live stream, the stream is shared even if its trailer is playing.
    ///   - base: the link's base URL; the token is added to its query.
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
        var queries = [query].compactMap { $0 }
        if parts.count > 1 {
            // A fragment can contain a path and a query, as in single-page apps.
            queries += [parts[1].drop { "!/".contains($0) }, parts[1].firstIndex(of: "?").map { parts[1][parts[1].index(after: $0)...] }]
                .compactMap { $0 }
        }
        for field in queries.flatMap({ $0.split(separator: "&") }) {
            let pair = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2, pair[0] == parameter, !pair[1].isEmpty { return String(pair[1]) }
        }
        return nil
    }

    private static func read(_ text: String) -> ShareToken? {
        var text = text
        // Each application that handled the link may have encoded it again.
        for _ in 0..<3 {
            // A plus sign in a query may have been decoded to a space.
            if let token = ShareToken(text.replacing(" ", with: "+").replacing("%20", with: "+")) { return token }
            guard let plain = text.removingPercentEncoding, plain != text else { return nil }
            text = plain
        }
        return nil
    }
}
