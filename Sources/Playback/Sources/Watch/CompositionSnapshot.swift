// SPDX-License-Identifier: Apache-2.0

public import WindowboxPlayer

/// What is known of a media at a moment.
public struct CompositionSnapshot: Hashable, Sendable {
    public var composition: MediaComposition
    /// The one to play: the composition's main chapter.
    public var chapter: CompositionChapter
    public var playability: Playability
    /// The part that was asked for has gone, and this is what it was a part of.
    public var isFallback: Bool
    /// Where to start, in seconds; nil is the default position.
    public var start: Double?

    public init(
        composition: MediaComposition, chapter: CompositionChapter, playability: Playability, isFallback: Bool = false, start: Double? = nil
    ) {
        self.composition = composition
        self.chapter = chapter
        self.playability = playability
        self.isFallback = isFallback
        self.start = start
    }

    public var resource: MediaResource? { if case .playable(let resource) = playability { resource } else { nil } }
    public var playerMetadata: PlayerMetadata { composition.playerMetadata(for: chapter) }
}
