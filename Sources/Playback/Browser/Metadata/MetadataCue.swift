// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// A frame of an ID3 tag on the item's timeline.
public struct MetadataCue: Hashable, Sendable {
    /// Cues of an item are numbered. A known number means that the cue has another end.
    public var number: Int
    /// Seconds.
    public var start: Double
    /// When the next frame of the same kind begins, in seconds; infinite while none is known.
    public var end: Double
    public var frame: TimedTag

    public init(number: Int, start: Double, end: Double, frame: TimedTag) {
        (self.number, self.start, self.end, self.frame) = (number, start, end, frame)
    }
}
