// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// One caption: what is shown, from when to when, and where.
public struct Cue: Hashable, Sendable {
    /// As the file names it; empty where it names nothing.
    public var id: String
    /// On the clock of the file.
    public var start: MediaTime
    /// May lie before ``start``: WebVTT keeps such cues (WebVTT 6.3), and they are never shown.
    public var end: MediaTime
    /// The id of a region in ``CaptionDocument/regions``.
    public var region: String?
    public var settings: CueSettings
    /// The payload: as written in WebVTT and SRT (there without `{…}` blocks), plain text in all other formats.
    public var text: String
    /// The payload as its format understands it.
    public var tree: [CueNode]
    /// Declarations for the whole cue, from styles that the file gives by reference.
    public var style: [Declaration]
    /// SSA layers and TTML z-index: higher ones are drawn over lower ones.
    public var layer: Int
    /// Shown in place of text.
    public var image: CaptionImage?
    /// Whether it is shown also to whoever wants no captions, as a translation of what is written in the picture is.
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

    /// Whether the cue is to be seen at a time: from its start up to, not including, its end.
    public func isShown(at time: MediaTime) -> Bool { start <= time && time < end }

    /// The text without markup. A ruby annotation stands in parentheses behind its base where `withRuby` says so, else it is left out.
    public func plainText(withRuby: Bool = true) -> String {
        var text = ""
        for node in tree { node.write(into: &text, withRuby: withRuby) }
        return text
    }
}
