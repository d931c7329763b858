// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// A rectangle in pixels, from the top left.
public struct CaptionFrame: Hashable, Sendable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    func overlaps(_ other: CaptionFrame) -> Bool {
        // Boxes that only touch by rounding do not overlap.
        let slack = 1e-6
        return x + slack < other.x + other.width && other.x + slack < x + width && y + slack < other.y + other.height
            && other.y + slack < y + height
    }

    func isWithin(_ other: CaptionFrame) -> Bool {
        let slack = 1e-6
        return x >= other.x - slack && y >= other.y - slack && x + width <= other.x + other.width + slack
            && y + height <= other.y + other.height + slack
    }
}

/// Where a cue is drawn.
public struct CaptionBox: Hashable, Sendable {
    /// The cue's place in the document.
    public var cue: Int
    public var frame: CaptionFrame
    /// The text, broken where it does not fit; in vertical text these are columns.
    public var lines: [String]
    /// In pixels.
    public var fontSize: Double
    /// Of a line, in pixels.
    public var lineHeight: Double
    public var alignment: CueSettings.Alignment
    public var vertical: CueSettings.Vertical
    public var region: String?
    /// What of the frame is seen: a region cuts off what is outside it.
    public var clip: CaptionFrame?
}

/// Puts the cues that are shown at a time into boxes (WebVTT 7.2). Text is measured by whoever draws it, or by rule of thumb.
public struct CaptionLayout {
    /// The width of a text in a font of that size, both in pixels.
    public typealias Measure = (_ text: String, _ fontSize: Double) -> Double

    let width: Double
    let height: Double
    let styling: CaptionStyling
    let measure: Measure
    private let usualFontSize: Double
    var output: [CaptionBox] = []

    /// - Parameters:
    ///   - width: Of the picture, in pixels; boxes lie within it, not within the view around it.
    ///   - height: Of the picture.
    ///   - styling: What the boxes' font sizes come from.
    ///   - fontSize: Where no style says it, and what relative sizes refer to, in pixels; nil is five hundredths of the height.
    ///   - measure: Measures a line of text.
    public init(
        width: Double, height: Double, styling: CaptionStyling = CaptionStyling(), fontSize: Double? = nil,
        measure: @escaping Measure = CaptionLayout.estimate
    ) {
        self.width = max(width, 1)
        self.height = max(height, 1)
        self.styling = styling
        self.measure = measure
        usualFontSize = max(fontSize ?? self.height * 0.05, 1)
    }

    /// About half the size for a letter, all of it for an ideograph.
    public static func estimate(_ text: String, _ fontSize: Double) -> Double {
        text.unicodeScalars.reduce(0) { sum, scalar in
            switch scalar.value {
            case 0x300...0x36F, 0x200B...0x200F, 0xFE00...0xFE0F: sum
            case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF60, 0x1F300...0x1FAFF,
                0x20000...0x3FFFD:
                sum + fontSize
            default: sum + fontSize * 0.5
            }
        }
    }

    /// The boxes of the cues that are shown, in the order in which they are placed: by start, the longer first, then as in the file.
    public mutating func boxes(of document: CaptionDocument, at time: MediaTime) -> [CaptionBox] {
        output = []
        let shown = document.cues.indices.filter { document.cues[$0].isShown(at: time) }.sorted { left, right in
            let (a, b) = (document.cues[left], document.cues[right])
            if a.start != b.start { return a.start < b.start }
            return a.end != b.end ? a.end > b.end : left < right
        }
        var byRegion: [String: [Int]] = [:]
        for index in shown {
            if let id = document.cues[index].region { byRegion[id, default: []].append(index) }
        }
        for region in document.regions where byRegion[region.id] != nil { place(byRegion[region.id] ?? [], in: region, document) }
        for index in shown where document.cues[index].region == nil { place(document.cues[index], index) }
        return output
    }

    /// The usual size, times what the styles say.
    func fontSize(of cue: Cue) -> Double {
        let usual = usualFontSize
        guard let value = styling.style(of: cue)["font-size"] else { return usual }
        func number(_ suffix: Int) -> Double? { Double(value.dropLast(suffix)).flatMap { $0.isFinite && $0 > 0 ? $0 : nil } }
        let size: Double? =
            if value.hasSuffix("%") { number(1).map { $0 / 100 * usual } } else if value.hasSuffix("em") {
                number(value.hasSuffix("rem") ? 3 : 2).map { $0 * usual }
            } else if value.hasSuffix("vh") {
                number(2).map { $0 / 100 * height }
            } else if value.hasSuffix("vw") { number(2).map { $0 / 100 * width } } else if value.hasSuffix("px") { number(2) } else { nil }
        return min(max(size ?? usual, 1), height)
    }

    /// Of a line of a cue that is in no region; words above the words take half a line more.
    func lineHeight(of cue: Cue, _ fontSize: Double) -> Double { fontSize * (cue.tree.hasRuby ? 1.75 : 1.25) }

    /// Lines of at most that length: broken at line feeds, at spaces where a line is full, and within words that fill more than one.
    func wrap(_ text: String, fontSize: Double, length: Double) -> [String] {
        var lines: [String] = []
        for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var line = ""
            for word in paragraph.split(separator: " ") {
                let longer = line.isEmpty ? String(word) : line + " " + word
                if measure(longer, fontSize) <= length {
                    line = longer
                    continue
                }
                if !line.isEmpty { lines.append(line) }
                line = ""
                for character in word {
                    if !line.isEmpty, measure(line + String(character), fontSize) > length {
                        lines.append(line)
                        line = ""
                    }
                    line.append(character)
                }
                if lines.count > 500 { return lines }
            }
            lines.append(line)
        }
        return lines
    }
}
