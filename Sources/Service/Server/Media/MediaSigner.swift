// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

/// Signs files of media for a time: a playlist with its whole folder, any other file by itself, so that a picture's address doesn't open
/// the film that it lies beside. The signature stands in the path before what it signs, so that what a playlist names relative to itself
/// is signed with it: `/media/signed/EXPIRY.DEPTH.SIGNATURE/FOLDER/FILE`.
struct MediaSigner: Sendable {
    let seal: TokenSigner
    /// Seconds for which an address is good, at least. Ends are rounded up to a quarter of it, so that caches find what they have.
    let seconds: Int

    static let prefix = "/media/"
    private static let signedPrefix = "signed/"

    /// The key and what says that it may be had.
    struct Claim: Hashable, Sendable {
        var key: String
        /// Seconds since 1970.
        var until: Int
    }

    /// Nil for what is no path of media.
    func signed(_ path: String, at now: Date) -> String? {
        guard path.hasPrefix(Self.prefix) else { return nil }
        let key = path.dropFirst(Self.prefix.count)
        let words = key.split(separator: "/", omittingEmptySubsequences: false)
        // A signature of no folder would be good for all there is.
        let folder = words.count > 1 && Self.isPlaylist(key) ? words.dropLast() : words[...]
        let step = max(1, seconds / 4)
        let until = (Int(now.timeIntervalSince1970) + seconds + step - 1) / step * step
        let text = Self.text(until, folder)
        return "\(Self.prefix)\(Self.signedPrefix)\(until).\(folder.count).\(seal.signature(of: text, for: .media))/\(key)"
    }

    /// - Parameter key: behind `/media/`, decoded.
    /// - Throws: ``ErrorCode/invalidSignature``.
    func verify(_ key: String, at now: Date) throws(APIError) -> Claim {
        let parts = key.split(separator: "/", omittingEmptySubsequences: false)
        let token = parts.count > 2 && parts[0] + "/" == Self.signedPrefix ? parts[1].split(separator: ".") : []
        guard token.count == 3, let until = Int(token[0]), let depth = Int(token[1]), (1..<max(2, parts.count - 1)).contains(depth),
            seal.isSignature(token[2], of: Self.text(until, parts[2..<2 + depth]), for: .media)
        else { throw APIError(.invalidSignature, "This address of media is not signed, or was changed. Ask for the video again.") }
        guard Double(until) > now.timeIntervalSince1970 else {
            throw APIError(.invalidSignature, "The time of this address is over. Ask for the video again.")
        }
        return Claim(key: parts.dropFirst(2).joined(separator: "/"), until: until)
    }

    /// Whether it names other files relative to itself.
    private static func isPlaylist(_ key: some StringProtocol) -> Bool { key.hasSuffix(".m3u8") || key.hasSuffix(".mpd") }

    private static func text(_ until: Int, _ folder: ArraySlice<Substring>) -> String { "\(until) \(folder.joined(separator: "/"))" }
}
