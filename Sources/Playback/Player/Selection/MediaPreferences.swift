// SPDX-License-Identifier: Apache-2.0

/// A user's general preferences for audio and subtitles.
public struct MediaPreferences: Hashable, Codable, Sendable {
    /// When subtitles are shown.
    public enum Legible: String, Hashable, Codable, Sendable {
        /// If the audio is in a language that the user doesn't understand.
        case automatic
        /// Never, except for forced ones.
        case off
        /// Always, in ``MediaPreferences/legibleLanguages`` if an item has them.
        case always
    }

    /// Audio languages as BCP 47 tags, in order of preference.
    public var audibleLanguages: [String]
    /// Whether audio that describes the video is preferred to plain audio; false by default.
    public var prefersDescribedVideo: Bool
    /// When subtitles are shown; ``Legible/automatic`` by default.
    public var legible: Legible
    /// Subtitle languages as BCP 47 tags, in order of preference.
    public var legibleLanguages: [String]
    /// Whether captions that describe sounds are preferred to plain subtitles.
    public var prefersDescribedSound: Bool

    public init(
        audibleLanguages: [String] = [], prefersDescribedVideo: Bool = false, legible: Legible = .automatic,
        legibleLanguages: [String] = [], prefersDescribedSound: Bool = false
    ) {
        self.audibleLanguages = audibleLanguages
        self.prefersDescribedVideo = prefersDescribedVideo
        self.legible = legible
        self.legibleLanguages = legibleLanguages
        self.prefersDescribedSound = prefersDescribedSound
    }
}

/// Stores a user's preferences.
@MainActor public protocol MediaPreferencesStore: AnyObject {
    /// The user's preferences. A player changes them when the user selects a track.
    var preferences: MediaPreferences { get set }
}

/// Keeps preferences in memory.
@MainActor public final class TransientMediaPreferences: MediaPreferencesStore {
    public var preferences: MediaPreferences
    public nonisolated init(_ preferences: MediaPreferences = MediaPreferences()) { self.preferences = preferences }
}
