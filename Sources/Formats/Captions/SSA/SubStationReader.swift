// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Incremental reader for SubStation scripts: SSA (v4.00) and ASS (v4.00+). It expects UTF-8; for complete files,
/// ``CaptionDocument/read(_:as:encoding:service:limits:)`` detects the encoding first.
///
/// Dialogues become cues in script order, with text, position and basic style. Comments, pictures, sounds and drawings are skipped.
public struct SubStationReader: CaptionReader, LineByLine {
    private enum Section { case other, info, styles, events }

    var state: LineState
    private var section = Section.other
    private var isAdvanced = false
    private var width: Double?
    private var height: Double?
    private var styleColumns: [String] = []
    private var eventColumns: [String] = []
    private var styles: [String: SubStationStyle] = [:]
    private var hasSection = false
    /// Effects already reported.
    private var reportedEffects: Set<String> = []
    /// Effects that the Effect column may name.
    private static let effects: [StaticString] = ["banner", "scroll up", "scroll down"]

    public init(limits: CaptionLimits = CaptionLimits()) { state = LineState(limits: limits) }

    public var errors: [CaptionError] { state.list.errors }

    /// Reads more bytes and returns the cues they complete.
    public mutating func read(_ bytes: [UInt8]) -> [Cue] {
        bytes.withUnsafeBufferPointer { feed($0) }
    }

    /// Ends the file and returns the last cue.
    public mutating func finish() -> [Cue] { feedEnd() }

    mutating func readEnd() {
        if !hasSection { state.list.report(.signature, 0, "there is no section in the file", "begin the file with [Script Info]") }
    }

    mutating func readLine(_ whole: ByteText) {
        let text = whole.trimmed
        guard let first = text.first, first != UInt8(ascii: ";"), first != UInt8(ascii: "!") else { return }
        if first == UInt8(ascii: "["), text.last == UInt8(ascii: "]") { return begin(text) }
        guard let colon = text.position(of: UInt8(ascii: ":")) else {
            if section != .other {
                state.list.report(.strayText, state.line, "the line is invalid: \(text.excerpt)", "write it as Name: value")
            }
            return
        }
        let name = text.slice(0, colon).trimmed
        let value = text.slice(from: colon + 1).trimmed
        switch section {
        case .other: break
        case .info: readInfo(name, value)
        case .styles: readStyle(name, value)
        case .events: readEvent(name, value)
        }
    }

    private mutating func begin(_ text: ByteText) {
        let name = text.slice(1, text.count - 1).trimmed
        hasSection = true
        if name.equalsIgnoringCase("script info") {
            section = .info
        } else if name.equalsIgnoringCase("v4 styles") || name.equalsIgnoringCase("v4+ styles") || name.equalsIgnoringCase("v4 styles+") {
            section = .styles
            isAdvanced = name.contains(UInt8(ascii: "+"))
        } else if name.equalsIgnoringCase("events") {
            section = .events
        } else {
            section = .other
        }
    }

    private mutating func readInfo(_ name: ByteText, _ value: ByteText) {
        if name.equalsIgnoringCase("playresx") {
            width = Double(value.string).flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
        } else if name.equalsIgnoringCase("playresy") {
            height = Double(value.string).flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
        } else if name.equalsIgnoringCase("scripttype") {
            isAdvanced = value.contains(UInt8(ascii: "+"))
        }
    }

    /// The frame that positions refer to; 4:3 when the script states no size or only one side.
    private var picture: (width: Double, height: Double) {
        switch (width, height) {
        case (let width?, let height?): (width, height)
        case (let width?, nil): (width, width * 3 / 4)
        case (nil, let height?): (height * 4 / 3, height)
        case (nil, nil): (384, 288)
        }
    }

    private static func columns(_ value: ByteText) -> [String] {
        value.split(separator: UInt8(ascii: ","), maxSplits: 100, omittingEmptySubsequences: false)
            .map { ByteText(rebasing: $0).trimmed.string.lowercased() }
    }

    private mutating func readStyle(_ name: ByteText, _ value: ByteText) {
        if name.equalsIgnoringCase("format") {
            styleColumns = Self.columns(value)
        } else if name.equalsIgnoringCase("style") {
            if styleColumns.isEmpty { styleColumns = isAdvanced ? SubStationColumns.advancedStyle : SubStationColumns.style }
            let fields = SubStationColumns.split(value, styleColumns)
            guard let name = fields("name"), styles.count < 10_000 else {
                return state.list.report(.style, state.line, "the style has no name: \(value.excerpt)", "give it one")
            }
            styles[Self.styleName(name)] = SubStationStyle(field: fields, isAdvanced: isAdvanced, height: picture.height)
        }
    }

    /// A style name without the asterisk that SubStation puts before its default styles.
    private static func styleName(_ text: ByteText) -> String {
        let name = text.first == UInt8(ascii: "*") ? text.slice(from: 1) : text
        return name.equalsIgnoringCase("default") ? "Default" : name.string
    }

    private mutating func readEvent(_ name: ByteText, _ value: ByteText) {
        if name.equalsIgnoringCase("format") {
            eventColumns = Self.columns(value)
            return
        }
        guard name.equalsIgnoringCase("dialogue") else { return }
        if eventColumns.isEmpty { eventColumns = SubStationColumns.event }
        let fields = SubStationColumns.split(value, eventColumns)
        var index = (0, 0)
        guard let startText = fields("start"), let endText = fields("end"), let start = SubRipTimings.time(startText, &index.0),
            let end = SubRipTimings.time(endText, &index.1), start.value >= 0
        else {
            return state.list.report(
                .timing, state.line, "the times cannot be read: \(value.excerpt)", "write them as 0:00:01.00,0:00:02.00")
        }
        if end <= start {
            state.list.report(
                .order, state.line, "the cue does not end after it starts, so it is never shown", "give it a later end")
        }
        add(fields, start: start, end: end, text: fields("text") ?? value.slice(0, 0))
    }

    private mutating func add(_ fields: (StaticString) -> ByteText?, start: MediaTime, end: MediaTime, text value: ByteText) {
        guard state.reserveCue(at: state.line) else { return }
        let style = fields("style").flatMap { styles[Self.styleName($0)] } ?? styles["Default"] ?? SubStationStyle()
        var text = SubStationText(styles: styles, base: style.declarations, picture: picture)
        func margin(_ name: StaticString) -> Double {
            fields(name).flatMap { SubStationOverride.integer($0) }.map { Double(max(0, $0)) } ?? 0
        }
        let margins = SubStationMargins(left: margin("marginl"), right: margin("marginr"), vertical: margin("marginv"))
            .filled(from: style.margins, in: picture)
        let parsed = text.parse(value, alignment: style.alignment, margins: margins, start: start)
        var cue = Cue(start: start, end: end, settings: text.settings, text: parsed.text, tree: parsed.tree, style: style.declarations)
        cue.layer = fields("layer").flatMap { SubStationOverride.integer($0) } ?? 0
        if let speaker = fields("name") ?? fields("actor"), !speaker.isEmpty, !cue.tree.isEmpty {
            cue.tree = [.span(CueSpan(kind: .voice, annotation: speaker.string, children: cue.tree))]
        }
        state.cues.append(cue)
        for effect in text.unsupportedTags { reportUnsupported(effect) }
        if let effect = fields("effect") {
            let name = effect.slice(0, effect.position(of: UInt8(ascii: ";")) ?? effect.count).trimmed
            if Self.effects.contains(where: { name.equalsIgnoringCase($0) }) { reportUnsupported(name.string) }
        }
    }

    /// Reports an unsupported effect once, at its first use.
    private mutating func reportUnsupported(_ effect: String) {
        guard reportedEffects.count < 100, reportedEffects.insert(effect).inserted else { return }
        state.list.report(
            .unsupported, state.line, "the effect “\(effect)” is not shown", "remove it; the text is shown without it")
    }

    // MARK: Samples

    /// Creates a reader for the samples of a Matroska track, whose header is the script up to its first dialogue.
    init(header: [UInt8], limits: CaptionLimits) {
        self.init(limits: limits)
        header.withUnsafeBufferPointer { _ = feed($0) }
        // Errors in the header are not reported for each sample.
        state.list = ErrorList(limit: limits.errors)
    }

    /// Reads the dialogue of a sample, which takes its times from the block.
    func readSample(_ bytes: [UInt8], start: MediaTime, end: MediaTime) -> CaptionDocument {
        var reader = self
        bytes.withUnsafeBufferPointer { bytes in
            let dialogue = bytes.slice(0, bytes.position(of: 0) ?? bytes.count)
            let fields = SubStationColumns.split(dialogue, SubStationColumns.sample)
            if let text = fields("text") { reader.add(fields, start: start, end: end, text: text) }
        }
        return CaptionDocument(format: .subStation, cues: reader.state.cues, errors: reader.errors)
    }
}

/// Splits lines into columns, with default column names for files without a Format line.
enum SubStationColumns {
    /// The columns of a Matroska block.
    static let sample = ["readorder", "layer", "style", "name", "marginl", "marginr", "marginv", "effect", "text"]
    static let event = ["layer", "start", "end", "style", "name", "marginl", "marginr", "marginv", "effect", "text"]
    static let style = [
        "name", "fontname", "fontsize", "primarycolour", "secondarycolour", "tertiarycolour", "backcolour", "bold", "italic", "borderstyle",
        "outline", "shadow", "alignment", "marginl", "marginr", "marginv", "alphalevel", "encoding",
    ]
    static let advancedStyle = [
        "name", "fontname", "fontsize", "primarycolour", "secondarycolour", "outlinecolour", "backcolour", "bold", "italic", "underline",
        "strikeout", "scalex", "scaley", "spacing", "angle", "borderstyle", "outline", "shadow", "alignment", "marginl", "marginr",
        "marginv",
        "encoding",
    ]

    /// Returns the values by column name. The last column takes the rest of the line, including commas.
    static func split(_ value: ByteText, _ columns: [String]) -> (StaticString) -> ByteText? {
        var fields: [ByteText] = []
        var start = 0
        while fields.count < columns.count - 1, let comma = value.position(of: UInt8(ascii: ","), from: start) {
            fields.append(value.slice(start, comma).trimmed)
            start = comma + 1
        }
        fields.append(value.slice(from: start).trimmed)
        return { name in
            guard let index = columns.firstIndex(of: name.description), index < fields.count else { return nil }
            return fields[index]
        }
    }
}
