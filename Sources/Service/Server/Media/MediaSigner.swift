// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

/// Signs media paths for a limited time: a playlist together with its folder, any other file alone, so that a poster's URL doesn't grant
/// access to the video next to it. The signature precedes the signed path, so that relative URLs in a playlist are signed too:
/// `/media/signed/EXPIRY.DEPTH.SIGNATURE/FOLDER/FILE`. For a video with a password, the version of the password follows the signature.
struct MediaSigner: Sendable {
    let tokenSigner: TokenSigner
    /// The minimum lifetime of a URL in seconds. Expiry is rounded up to a quarter of it, so that caches see the same URL for a while.
    let seconds: Int

    static let prefix = "/media/"
    private static let signedPrefix = "signed/"

    /// A verified storage key and its expiry.
    struct Claim: Hashable, Sendable {
        var key: String
        /// Seconds since 1970.
        var until: Int
        /// The password's version for which it was signed; nil if for none.
        var version: String?
    }

    /// Whether a key is below the folder of signed paths.
    static func isSigned(_ key: String) -> Bool { key.hasPrefix(signedPrefix) }

    /// Nil if it isn't a media path.
    /// - Parameter version: that of the video's password, which ends all signatures for earlier ones.
    func signed(_ path: String, version: String? = nil, at now: Date) -> String? {
        guard path.hasPrefix(Self.prefix) else { return nil }
        let key = path.dropFirst(Self.prefix.count)
        let components = key.split(separator: "/", omittingEmptySubsequences: false)
        // A signature without a folder would be valid for everything.
        let folder = components.count > 1 && Self.isPlaylist(key) ? components.dropLast() : components[...]
        let step = max(1, seconds / 4)
        let until = (Int(now.timeIntervalSince1970) + seconds + step - 1) / step * step
        let signature = tokenSigner.signature(of: Self.text(until, version, folder), for: .media)
        let mark = version.map { ".\($0)" } ?? ""
        return "\(Self.prefix)\(Self.signedPrefix)\(until).\(folder.count).\(signature)\(mark)/\(key)"
    }

    /// - Parameter key: the decoded path after `/media/`.
    /// - Throws: ``ErrorCode/invalidSignature``.
    func verify(_ key: String, at now: Date) throws(APIError) -> Claim {
        let parts = key.split(separator: "/", omittingEmptySubsequences: false)
        let token = parts.count > 2 && parts[0] + "/" == Self.signedPrefix ? parts[1].split(separator: ".") : []
        let version = token.count == 4 ? String(token[3]) : nil
        guard token.count == 3 || version != nil, let until = Int(token[0]), let depth = Int(token[1]),
            (1..<max(2, parts.count - 1)).contains(depth),
            tokenSigner.isSignature(token[2], of: Self.text(until, version, parts[2..<2 + depth]), for: .media)
        else { throw APIError(.invalidSignature, "This media URL is not signed, or was changed. Request the video again.") }
        guard Double(until) > now.timeIntervalSince1970 else {
            throw APIError(.invalidSignature, "This media URL has expired. Request the video again.")
        }
        return Claim(key: parts.dropFirst(2).joined(separator: "/"), until: until, version: version)
    }

    /// Whether it contains relative URLs.
    private static func isPlaylist(_ key: some StringProtocol) -> Bool { key.hasSuffix(".m3u8") || key.hasSuffix(".mpd") }

    private static func text(_ until: Int, _ version: String?, _ folder: ArraySlice<Substring>) -> String {
        // The character after the number tells which of them it is.
        let path = folder.joined(separator: "/")
        return version.map { "\(until)\n\($0)\n\(path)" } ?? "\(until) \(path)"
    }
}
