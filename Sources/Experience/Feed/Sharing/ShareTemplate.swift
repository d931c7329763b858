// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// An address of the host's own, with places for what is shared.
public struct ShareTemplate: Hashable, Sendable {
    /// The link as it would be without a template.
    public static let original = "_fw_original_url"
    /// The same, percent-encoded.
    public static let encodedOriginal = "_fw_encoded_original_url"
    public static let videoID = "_fw_video_id"

    public var text: String

    public init(_ text: String) { self.text = text }

    /// - Parameters:
    ///   - original: the link.
    ///   - video: its id.
    public func filled(original: String, video: String) -> String {
        var result = ""
        var rest = text[...]
        // From left to right, so that what is put in is not filled again.
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

/// Where share links lead: the player's own base goes before the app's, which goes before the service's.
public enum ShareBase {
    public static func choose(player: String?, app: String?, service: String) -> String {
        [player, app].compactMap { $0 }.first { $0.hasPrefix("https://") || $0.hasPrefix("http://") } ?? service + "/"
    }
}
