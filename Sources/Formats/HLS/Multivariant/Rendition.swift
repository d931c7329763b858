// SPDX-License-Identifier: Apache-2.0

/// An alternative rendition: a language, a camera angle, captions (EXT-X-MEDIA, RFC 8216bis 4.4.6.1).
public struct Rendition: Hashable, Sendable {
    /// The TYPE attribute.
    public enum Kind: UInt8, Hashable, Sendable, CaseIterable { case audio, video, subtitles, closedCaptions }

    /// What kind of media it has.
    public var kind: Kind
    /// nil if the rendition is muxed into the variant's segments.
    public var uri: URIReference?
    /// The group that variants refer to, such as by their AUDIO attribute.
    public var groupID: String
    /// BCP 47 tag.
    public var language: String?
    /// BCP 47 tag of another language that the rendition is associated with, such as a written form of the spoken language.
    public var associatedLanguage: String?
    /// The NAME attribute, for display; unique in its group.
    public var name: String
    /// STABLE-RENDITION-ID: stays the same across reloads and pathways; nil if not stated.
    public var stableID: String?
    /// Whether it plays unless the user prefers another one of its group.
    public var isDefault: Bool
    /// Whether it may be chosen automatically, by the user's language for instance.
    public var isAutoselect: Bool
    /// Whether these are forced subtitles, such as translations of foreign dialogue.
    public var isForced: Bool
    /// `CC1` to `CC4`, `SERVICE1` to `SERVICE63`, or, from protocol version 13 on, other names within the segments.
    public var instreamID: String?
    /// Bits per audio sample.
    public var bitDepth: Int?
    /// Hz.
    public var sampleRate: Int?
    /// Uniform type identifiers, in the order written.
    public var characteristics: [String]
    /// As written: a channel count, then coding and special usage identifiers, `16/JOC`.
    public var channels: String?
    /// Attributes without a dedicated property.
    public var otherAttributes: [Attribute]

    public init(kind: Kind, groupID: String, name: String, uri: URIReference? = nil) {
        self.kind = kind
        self.groupID = groupID
        self.name = name
        self.uri = uri
        language = nil
        associatedLanguage = nil
        stableID = nil
        isDefault = false
        isAutoselect = false
        isForced = false
        instreamID = nil
        bitDepth = nil
        sampleRate = nil
        characteristics = []
        channels = nil
        otherAttributes = []
    }

    /// The number of audio channels, from the first part of CHANNELS; nil if it is not a number.
    public var channelCount: Int? {
        guard let channels else { return nil }
        var count = 0
        for byte in channels.utf8 {
            if byte == UInt8(ascii: "/") { break }
            guard byte >= 0x30, byte <= 0x39, count < 1_000_000 else { return nil }
            count = count * 10 + Int(byte - 0x30)
        }
        return count == 0 ? nil : count
    }
}
