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
    /// All there is to choose from, where one holds.
    static func among<Value: CaseIterable & Equatable>(_ value: Value, title: (Value) -> String) -> Choices {
        let all = Array(Value.allCases)
        return Choices(all.map(title), selection: all.firstIndex(of: value))
    }

    /// The title that holds.
    var selected: String? { selection.flatMap { titles.indices.contains($0) ? titles[$0] : nil } }
}

/// Things to choose from a player, by kind.
public enum ChoiceKind: CaseIterable, Hashable, Sendable {
    case quality, audio, subtitles
    /// A file of subtitles that is shown besides what is chosen.
    case secondSubtitles
    /// How captions look to this person.
    case captionSize, captionLook
    /// How much later captions come than they say.
    case captionDelay
    /// The frame rate that a file of captions was made for, and the one that it is played at.
    case captionScale
    /// Which device of this machine the sound goes to.
    case soundDevice
    /// Whether pictures of two fields are made into whole ones.
    case deinterlacing
    /// Whether quiet sound becomes louder and loud sound quieter: off, then on.
    case nightMode
}
