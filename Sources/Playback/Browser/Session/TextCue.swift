// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// A cue of WebVTT on the item's timeline.
public struct TextCue: Hashable, Sendable {
    /// Seconds.
    public var range: TimeRange
    /// The settings after the times, as written.
    public var settings: String
    /// The text with its markup, as written.
    public var text: String

    public init(range: TimeRange, settings: String, text: String) {
        self.range = range
        self.settings = settings
        self.text = text
    }
}
