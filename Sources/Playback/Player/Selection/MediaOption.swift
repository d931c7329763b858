// SPDX-License-Identifier: Apache-2.0

public import WindowboxCaptions
import WindowboxMedia
import WindowboxStreaming

/// The kind of track that is selected.
public enum MediaCharacteristic: Hashable, Sendable, CaseIterable {
    /// Audio.
    case audible
    /// Subtitles and captions.
    case legible
}

/// A selectable track of an item.
public struct MediaOption: Hashable, Sendable {
    /// Whether it is an audio track or subtitles.
    public let characteristic: MediaCharacteristic
    /// Its name in the stream.
    public let name: String
    /// As the stream states it: a BCP 47 tag, or in files usually a three-letter code, such as `deu`. `LanguageTag` makes both equal. nil
    /// if it isn't stated.
    public let language: String?
    /// Media characteristic tags, as in the CHARACTERISTICS attribute of HLS (RFC 8216bis 4.4.6.1).
    public let characteristics: [String]
    /// Whether it is the author's default.
    public let isDefault: Bool
    /// Whether it contains only text that everyone needs, even those who understand the audio. It is shown automatically, and can only be
    /// selected if its name says that it has the signs or songs.
    public let isForced: Bool
    /// The service of captions embedded in the video; nil for tracks with their own playlist or media track.
    public let closedCaptions: ClosedCaptionService?
    /// Its index in the presentation's list.
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

    /// Whether it is in the content's original language.
    public var isOriginal: Bool { characteristics.contains("public.original-content") }
    /// Whether the audio describes the video for blind users.
    public var describesVideo: Bool { characteristics.contains("public.accessibility.describes-video") }
    /// Whether the text describes audio for deaf users, as embedded captions do.
    public var describesSound: Bool {
        closedCaptions != nil || characteristics.contains("public.accessibility.transcribes-spoken-dialog")
            || characteristics.contains("public.accessibility.describes-music-and-sound")
    }

    /// What subtitles contain instead of the complete dialogue. Containers have no flag for it, so authors put it into the name.
    enum Content: Hashable {
        /// Translations of signs and songs, for those who understand the dialogue.
        case signs
        case commentary
    }

    /// nil for the dialogue.
    var content: Content? {
        let words = Set(name.lowercased().split { !$0.isLetter }.map(String.init))
        if !words.isDisjoint(with: ["sign", "signs", "song", "songs", "karaoke", "lyrics"]) { return .signs }
        return words.isDisjoint(with: ["commentary", "comments"]) ? nil : .commentary
    }

    /// Whether users may select it. Other forced subtitles are only shown automatically.
    var isSelectable: Bool { !isForced || content == .signs }

    /// Whether it differs from another option only in language, name and delivery.
    func isSameKind(as other: MediaOption) -> Bool {
        describesSound == other.describesSound && content == other.content
            && Self.special(characteristics) == Self.special(other.characteristics)
    }

    /// Characteristics for a special audience, such as `public.easy-to-read`.
    private static func special(_ characteristics: [String]) -> Set<String> {
        Set(characteristics).subtracting([
            "public.accessibility.transcribes-spoken-dialog", "public.accessibility.describes-music-and-sound", "public.original-content",
        ])
    }

    var tag: LanguageTag? { language.flatMap { LanguageTag($0) } }

    /// Sorts original content first, then by name.
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

/// A user's selection among the tracks of one characteristic.
public enum MediaSelectionOption: Hashable, Sendable {
    /// What suits the user's languages and the audio.
    case automatic
    /// No track of this kind. Forced subtitles are still shown.
    case off
    /// A track that the user chose.
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

/// An application's preference that is kept for all items.
public enum MediaSelectionPreference: Hashable, Sendable {
    /// The player decides by the user's languages.
    case automatic
    /// No track of this kind is selected. Forced subtitles are still shown.
    case off
    /// BCP 47 tags, in order of preference; languages that an item lacks are skipped.
    case on(languages: [String])
}
