// SPDX-License-Identifier: Apache-2.0

/// Menu entries and the selected one.
public struct Choices: Hashable, Sendable {
    /// The entries, in the user's language.
    public var titles: [String]
    /// An index into ``titles``; nil if none is selected.
    public var selection: Int?

    public init(_ titles: [String] = [], selection: Int? = nil) {
        self.titles = titles
        self.selection = selection
    }

    /// No entries.
    public static let none = Choices()
    /// Whether there is nothing to choose.
    public var isEmpty: Bool { titles.isEmpty }
    /// All cases of an enumeration, with one selected.
    static func among<Value: CaseIterable & Equatable>(_ value: Value, title: (Value) -> String) -> Choices {
        let all = Array(Value.allCases)
        return Choices(all.map(title), selection: all.firstIndex(of: value))
    }

    /// The selected title.
    var selected: String? { selection.flatMap { titles.indices.contains($0) ? titles[$0] : nil } }
}

/// The kinds of choices that a player offers.
public enum ChoiceKind: CaseIterable, Hashable, Sendable {
    /// The stream's video quality, audio track and subtitles.
    case quality, audio, subtitles
    /// A second subtitle file shown together with the selected one.
    case secondSubtitles
    /// The user's caption preferences.
    case captionSize, captionLook
    /// How high captions at the bottom of the video are.
    case captionPosition
    /// Frame rate that a caption file was made for, and the one it is played at.
    case captionScale
    /// Audio output device.
    case soundDevice
    /// Whether interlaced video is deinterlaced.
    case deinterlacing
    /// Dynamic range compression: off, then on.
    case nightMode
}

/// What can be delayed in relation to the video.
public enum DelayKind: CaseIterable, Hashable, Sendable {
    /// Subtitles and closed captions.
    case captions
    /// The sound.
    case audio
}
