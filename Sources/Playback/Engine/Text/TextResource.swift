// SPDX-License-Identifier: Apache-2.0

public import WindowboxCaptions
public import WindowboxMedia

/// Timed text of an item as in its rendition: a WebVTT segment, or a sample of a text track.
///
/// Cues are not parsed here. Adjacent resources may repeat a cue that crosses their boundary.
public struct TextResource: Hashable, Sendable {
    /// How the bytes are to be read.
    public enum Format: Hashable, Sendable {
        /// A WebVTT file with its header.
        case webVTT
        /// A sample of a text track that applies to the entire ``range``. Times inside a TTML document are those of the track.
        case sample(TextCoding)
        /// Subtitle images with their positions. They replace all previous images; an empty list clears the display. Without a known
        /// successor, their ``range`` is longer than any media.
        case pictures([CaptionImage])
    }

    /// An index in `Presentation.subtitles`.
    public var rendition: Int
    /// How ``bytes`` are to be read.
    public var format: Format
    /// A whole file or one sample, not parsed. Empty for images.
    public var bytes: [UInt8]
    /// The track's header for all its samples, such as the WebVTT header or the SubStation styles.
    public var header: [UInt8]
    /// The span on the item's timeline in seconds: for `webVTT` that of the segment according to its playlist, otherwise that of the
    /// sample.
    public var range: TimeRange
    /// Seconds to add to the times inside to get the item's timeline. Most samples contain no times.
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

/// A change in an item's timed text.
///
/// Loaded text remains valid until it is discarded, even across seeks inside the buffer. Captions embedded in the video are reported with
/// ``EngineFact/captions(_:_:)`` instead.
public enum TextFact: Hashable, Sendable {
    /// A segment or a sample was loaded; it may be for text that is due much later.
    case loaded(TextResource)
    /// Text that begins at or after this time is no longer valid, because of another rendition or a seek.
    case discarded(from: Double)
    /// Text that ended before this time was dropped, and is loaded again if needed.
    case trimmed(before: Double)
    /// No more text comes after what was loaded.
    case complete
    /// The rendition is abandoned. Playback continues without it.
    case lost(rendition: Int, reason: String)
}
