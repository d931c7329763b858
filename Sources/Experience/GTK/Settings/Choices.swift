// SPDX-License-Identifier: Apache-2.0

/// What a menu offers: titles, and which of them holds.
public struct Choices: Hashable, Sendable {
    public var titles: [String]
    /// An index of ``titles``; nil when none of them holds.
    public var selection: Int?

    public init(_ titles: [String] = [], selection: Int? = nil) {
        self.titles = titles
        self.selection = selection
    }

    public static let none = Choices()
    public var isEmpty: Bool { titles.isEmpty }
    /// The title that holds.
    var selected: String? { selection.flatMap { titles.indices.contains($0) ? titles[$0] : nil } }
}

/// Things to choose from a player, by kind.
public enum ChoiceKind: CaseIterable, Hashable, Sendable {
    case quality, audio, subtitles
    /// How captions look to this person.
    case captionSize, captionLook
    /// How much later captions come than they say.
    case captionDelay
    /// Which device of this machine the sound goes to.
    case soundDevice
}
