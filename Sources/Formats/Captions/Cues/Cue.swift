// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// A caption: its content, time range and position.
public struct Cue: Hashable, Sendable {
    /// The identifier in the file; empty if it has none.
    public var id: String
    /// Start time on the file's clock.
    public var start: MediaTime
    /// End time. May be before ``start``: WebVTT keeps such cues (WebVTT 6.3), but they are never shown.
    public var end: MediaTime
    /// The id of a region in ``CaptionDocument/regions``.
    public var region: String?
    /// Position and alignment; the defaults place a cue at the bottom centre.
    public var settings: CueSettings
    /// The payload: the source text for WebVTT and SRT (without SRT's `{…}` blocks), plain text for all other formats.
    public var text: String
    /// The parsed payload.
    public var tree: [CueNode]
    /// Declarations for the whole cue, from styles that the file references.
    public var style: [Declaration]
    /// SSA layer or TTML z-index: higher cues are drawn over lower ones.
    public var layer: Int
    /// An image shown instead of text.
    public var image: CaptionImage?
    /// Whether the cue is shown even when captions are off, such as a translation of on-screen text.
    public var isForced: Bool

    public init(
        id: String = "", start: MediaTime, end: MediaTime, region: String? = nil, settings: CueSettings = CueSettings(), text: String,
        tree: [CueNode]? = nil, style: [Declaration] = [], layer: Int = 0, image: CaptionImage? = nil, isForced: Bool = false
    ) {
        self.id = id
        self.start = start
        self.end = end
        self.region = region
        self.settings = settings
        self.text = text
        self.tree = tree ?? (text.isEmpty ? [] : [.text(text)])
        self.style = style
        self.layer = layer
        self.image = image
        self.isForced = isForced
    }

    /// Whether the cue is visible at a time: from its start up to, but not including, its end.
    public func isShown(at time: MediaTime) -> Bool { start <= time && time < end }

    /// The text without markup. Ruby annotations follow their base in parentheses if `withRuby` is set; otherwise they are left out.
    public func plainText(withRuby: Bool = true) -> String {
        var text = ""
        for node in tree { node.write(into: &text, withRuby: withRuby) }
        return text
    }
}
