// SPDX-License-Identifier: Apache-2.0

public import WindowboxPlayer

/// What is known about a media item at a given time.
public struct CompositionSnapshot: Hashable, Sendable {
    /// The service's response.
    public var composition: MediaComposition
    /// The chapter to play: the composition's main one.
    public var chapter: CompositionChapter
    /// Whether ``chapter`` is playable now, and with what.
    public var playability: Playability
    /// Whether the requested part has disappeared and this is the full-length media item instead.
    public var isFallback: Bool
    /// Start position in seconds; nil uses the default position.
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

    /// The resource to play; nil if the chapter isn't playable now.
    public var resource: MediaResource? { if case .playable(let resource) = playability { resource } else { nil } }
    /// The chapter's metadata with its chapters and marked ranges, as the player shows it.
    public var playerMetadata: PlayerMetadata { composition.playerMetadata(for: chapter) }
}
