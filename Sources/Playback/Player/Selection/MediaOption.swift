// SPDX-License-Identifier: Apache-2.0

public import WindowboxCaptions
import WindowboxMedia
import WindowboxStreaming

/// What a choice among an item's tracks is about.
public enum MediaCharacteristic: Hashable, Sendable, CaseIterable {
    /// Sound.
    case audible
    /// Subtitles and captions.
    case legible
}

/// A track of an item that can be chosen.
public struct MediaOption: Hashable, Sendable {
    public let characteristic: MediaCharacteristic
    /// What the stream calls it.
    public let name: String
    /// BCP 47; nil when the stream does not say.
    public let language: String?
    /// Media characteristic tags, as HLS has them in CHARACTERISTICS (RFC 8216bis 4.4.6.1).
    public let characteristics: [String]
    /// The author's choice.
    public let isDefault: Bool
    /// Only what must be read even by those who understand the sound: shown by itself, never chosen.
    public let isForced: Bool
    /// Where its captions lie inside the pictures; nil for what has a playlist or a track of its own.
    public let closedCaptions: ClosedCaptionService?
    /// Its place in the presentation's list.
    let index: Int

    init(_ characteristic: MediaCharacteristic, index: Int, _ rendition: Presentation.Rendition) {
        self.characteristic = characteristic
        self.index = index
        name = rendition.name
        language = rendition.language
        characteristics = rendition.characteristics
        isDefault = rendition.isDefault
        isForced = rendition.isForced
        closedCaptions = rendition.channel.flatMap { ClosedCaptionService(named: $0) }
    }

    /// The language that the content was made in.
    public var isOriginal: Bool { characteristics.contains("public.original-content") }
    /// Sound for those who do not see the picture.
    public var describesVideo: Bool { characteristics.contains("public.accessibility.describes-video") }
    /// Text for those who do not hear the sound, as captions inside pictures are.
    public var describesSound: Bool {
        closedCaptions != nil || characteristics.contains("public.accessibility.transcribes-spoken-dialog")
            || characteristics.contains("public.accessibility.describes-music-and-sound")
    }

    /// It differs from another one in no more than its language, its name and how it is sent.
    func isSameKind(as other: MediaOption) -> Bool {
        describesSound == other.describesSound && Self.special(characteristics) == Self.special(other.characteristics)
    }

    /// What sets apart who it is for, such as `public.easy-to-read`.
    private static func special(_ characteristics: [String]) -> Set<String> {
        Set(characteristics).subtracting([
            "public.accessibility.transcribes-spoken-dialog", "public.accessibility.describes-music-and-sound", "public.original-content",
        ])
    }

    var tag: LanguageTag? { language.flatMap { LanguageTag($0) } }

    /// Original content first, then by name.
    static func inOrder(_ left: MediaOption, _ right: MediaOption) -> Bool {
        if left.isOriginal != right.isOriginal { return left.isOriginal }
        let (leftName, rightName) = (left.name.lowercased(), right.name.lowercased())
        return leftName == rightName ? left.index < right.index : leftName < rightName
    }
}

extension MediaOption: CustomStringConvertible {
    public var description: String {
        let kind = characteristic == .audible ? "audio" : closedCaptions == nil ? "subtitles" : "closed captions"
        let details = [language] + [isForced ? "forced" : nil, describesVideo ? "audio description" : nil]
        let list = details.compactMap(\.self).joined(separator: ", ")
        return "\(kind) \"\(name)\"" + (list.isEmpty ? "" : " (\(list))")
    }
}

/// A choice of a person among the tracks of one characteristic.
public enum MediaSelectionOption: Hashable, Sendable {
    /// What suits the person's languages and the sound.
    case automatic
    case off
    case on(MediaOption)
}

extension MediaSelectionOption: CustomStringConvertible {
    public var description: String {
        switch self {
        case .automatic: "automatic"
        case .off: "off"
        case .on(let option): option.description
        }
    }
}

/// A choice of an application that is kept from item to item.
public enum MediaSelectionPreference: Hashable, Sendable {
    case automatic
    case off
    /// BCP 47, most wanted first; those that an item lacks are passed over.
    case on(languages: [String])
}
