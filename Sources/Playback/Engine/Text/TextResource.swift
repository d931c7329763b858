// SPDX-License-Identifier: Apache-2.0

public import WindowboxCaptions
public import WindowboxMedia

/// Some timed text of an item, as its rendition carries it: a whole WebVTT segment, or a sample of a text track.
///
/// Cues are not taken apart here. Neighbouring resources may repeat a cue that crosses their border.
public struct TextResource: Hashable, Sendable {
    public enum Format: Hashable, Sendable {
        /// A WebVTT file with its header.
        case webVTT
        /// A sample of a text track, which holds for the whole ``range``. Times inside a TTML document are those of the track.
        case sample(TextCoding)
        /// Subtitles that are pictures, each with its place. They take the place of all pictures that were shown before; without any,
        /// nothing is shown from then on. The ``range`` of those that nothing is known to follow is longer than any film.
        case pictures([CaptionImage])
    }

    /// An index in `Presentation.subtitles`.
    public var rendition: Int
    public var format: Format
    public var bytes: [UInt8]
    /// What the track of a sample says of all its samples, such as the header of WebVTT and the styles of SubStation.
    public var header: [UInt8]
    /// Seconds on the item's timeline that the resource tells of: of the segment by its playlist for `webVTT`, of the sample else.
    public var range: TimeRange
    /// Seconds to add to the times inside to get the item's timeline. Most samples have none inside.
    public var offset: Double

    public init(rendition: Int, format: Format, bytes: [UInt8], header: [UInt8] = [], range: TimeRange, offset: Double) {
        self.rendition = rendition
        self.format = format
        self.bytes = bytes
        self.header = header
        self.range = range
        self.offset = offset
    }
}

/// What becomes of an item's timed text.
///
/// What was loaded stays good until it is discarded, seeks inside the buffer included. Captions inside pictures do not come this
/// way: of them ``EngineFact/captions(_:_:)`` tells.
public enum TextFact: Hashable, Sendable {
    case loaded(TextResource)
    /// Everything that begins at or after this time is void: another rendition follows, or a seek went elsewhere.
    case discarded(from: Double)
    /// What ended before this time will be loaded again if it is needed.
    case trimmed(before: Double)
    /// No more text comes after what was loaded.
    case complete
    /// The rendition is given up: playing goes on without it.
    case lost(rendition: Int, reason: String)
}
