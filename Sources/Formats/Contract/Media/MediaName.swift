// SPDX-License-Identifier: Apache-2.0

/// The URN of a media item: `urn:windowbox:video:ID` or `urn:windowbox:live:ID` (RFC 8141).
public struct MediaName: Hashable, Sendable, CustomStringConvertible {
    /// What the URN names; the raw value is a part of it.
    public enum Kind: String, Sendable { case video, live }

    /// What the URN names.
    public var kind: Kind
    /// The id of the video or live stream.
    public var id: String

    public init(_ kind: Kind, _ id: String) {
        self.kind = kind
        self.id = id
    }

    /// Parses a URN; nil if invalid.
    public init?(_ urn: String) {
        let parts = urn.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0].lowercased() == "urn", parts[1].lowercased() == "windowbox",
            let kind = Kind(rawValue: String(parts[2])),
            OpaqueID.isWellFormed(String(parts[3]))
        else { return nil }
        self.init(kind, String(parts[3]))
    }

    public var description: String { "urn:windowbox:\(kind.rawValue):\(id)" }
}
