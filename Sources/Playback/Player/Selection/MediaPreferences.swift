// SPDX-License-Identifier: Apache-2.0

/// What a person wants to hear and to read, whatever is played.
public struct MediaPreferences: Hashable, Codable, Sendable {
    /// When subtitles are shown.
    public enum Legible: String, Hashable, Codable, Sendable {
        /// Where the sound is in a language that the person does not have.
        case automatic
        /// Never but for forced ones.
        case off
        /// In ``MediaPreferences/legibleLanguages``, wherever an item has them.
        case always
    }

    /// BCP 47, most wanted first: languages of the sound.
    public var audibleLanguages: [String]
    public var prefersDescribedVideo: Bool
    public var legible: Legible
    /// BCP 47, most wanted first.
    public var legibleLanguages: [String]
    /// Captions that say what is to be heard go before plain subtitles.
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

/// Where the preferences of a person are kept.
@MainActor public protocol MediaPreferencesStore: AnyObject {
    var preferences: MediaPreferences { get set }
}

/// Keeps preferences as long as it lives.
@MainActor public final class TransientMediaPreferences: MediaPreferencesStore {
    public var preferences: MediaPreferences
    public nonisolated init(_ preferences: MediaPreferences = MediaPreferences()) { self.preferences = preferences }
}
