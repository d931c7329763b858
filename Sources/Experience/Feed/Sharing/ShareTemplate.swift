// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// The host's own URL template, with placeholders for what is shared.
public struct ShareTemplate: Hashable, Sendable {
    /// Placeholder for the original link.
    public static let original = "_fw_original_url"
    /// Placeholder for the percent-encoded original link.
    public static let encodedOriginal = "_fw_encoded_original_url"
    /// Placeholder for the ID of the shared video.
    public static let videoID = "_fw_video_id"

    /// The URL with its placeholders.
    public var text: String

    /// - Parameter text: a URL with placeholders.
    public init(_ text: String) { self.text = text }

    /// - Parameters:
    ///   - original: the link.
    ///   - video: the video's ID.
    public func filled(original: String, video: String) -> String {
        var result = ""
        var rest = text[...]
        // Replaced in one pass, so that inserted values aren't expanded themselves.
        let names = [
            (Self.encodedOriginal, PercentEncoding.encoded(original)), (Self.original, original),
            (Self.videoID, PercentEncoding.encoded(video)),
        ]
        while let first = names.compactMap({ name, value in rest.firstRange(of: name).map { ($0, value) } })
            .min(by: { $0.0.lowerBound < $1.0.lowerBound })
        {
            result += rest[..<first.0.lowerBound] + first.1
            rest = rest[first.0.upperBound...]
        }
        return result + rest
    }
}

/// The base URL of share links, in order of precedence: the player's, the app's, the service's.
public enum ShareBase {
    /// The base URL to use. The player's and the app's count only if they are web addresses.
    public static func choose(player: String?, app: String?, service: String) -> String {
        [player, app].compactMap { $0 }.first { $0.hasPrefix("https://") || $0.hasPrefix("http://") } ?? service + "/"
    }
}
