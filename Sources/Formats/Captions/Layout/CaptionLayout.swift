// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Puts the cues that are shown at a time into boxes (WebVTT 7.2). Text is measured by whoever draws it, or by rule of thumb.
public struct CaptionLayout {
    /// The width of a text in a font of that size, both in pixels.
    public typealias Measure = (_ text: String, _ fontSize: Double) -> Double

    let width: Double
    let height: Double
    let styling: CaptionStyling
    let measure: Measure
    let usualFontSize: Double?
    var output: [CaptionBox] = []
    /// What boxes may not lie on.
    var taken: [Rectangle] = []

    /// Kept free of cues that are placed by lines, or by nothing, in percent of the picture; regions and places that the author
    /// gave are not moved by it.
    public var safeArea = CaptionInsets()
    /// What lies over the picture, such as controls: cues out of regions avoid it (WebVTT 7.1).
    public var obstacles: [Rectangle] = []
    /// How long the text of a region that scrolls takes to move up, in seconds: 0.433 as WebVTT 7.2 has it, or 0 to be there at once.
    public var scrollDuration = 0.0
    /// Whether text was on its way up in the last boxes, so that they are others with the next picture.
    public internal(set) var isMoving = false

    /// - Parameters:
    ///   - width: Of the picture, in pixels; boxes lie within it, not within the view around it.
    ///   - height: Of the picture.
    ///   - styling: What the boxes' font sizes come from.
    ///   - fontSize: Where no style says it, and what relative sizes refer to, in pixels; nil is five hundredths of the picture's
    ///     shorter side.
    ///   - measure: Measures a line of text.
    public init(
        width: Double, height: Double, styling: CaptionStyling = CaptionStyling(), fontSize: Double? = nil,
        measure: @escaping Measure = CaptionLayout.estimate
    ) {
        self.width = max(width, 1)
        self.height = max(height, 1)
        self.styling = styling
        self.measure = measure
        usualFontSize = fontSize.map { max($0, 1) }
    }

    /// The boxes of the cues that are shown, in the order in which they are drawn: by their layers, then as they are placed, which is
    /// by start, the longer first, then as in the file.
    public mutating func boxes(of document: CaptionDocument, at time: MediaTime) -> [CaptionBox] {
        boxes(of: document, at: time, among: document.cues.indices.filter { document.cues[$0].isShown(at: time) })
    }

    /// The same for cues that are known to be shown, so that not all of a long document are looked at.
    ///
    /// - Parameter shown: Places in `document.cues`.
    public mutating func boxes(of document: CaptionDocument, at time: MediaTime, among shown: [Int]) -> [CaptionBox] {
        (output, taken, isMoving) = ([], obstacles, false)
        let shown = shown.sorted { left, right in
            let (a, b) = (document.cues[left], document.cues[right])
            if a.start != b.start { return a.start < b.start }
            return a.end != b.end ? a.end > b.end : left < right
        }
        var byRegion: [String: [Int]] = [:]
        var isInRegion: Set<Int> = []
        for index in shown {
            if let id = document.cues[index].region { byRegion[id, default: []].append(index) }
        }
        for region in document.regions {
            guard let cues = byRegion.removeValue(forKey: region.id) else { continue }
            isInRegion.formUnion(cues)
            place(cues, in: region, document, time)
        }
        for index in shown where !isInRegion.contains(index) { place(document.cues[index], index) }
        keepInside(output.indices.filter { output[$0].image?.placement != nil })
        if output.contains(where: { $0.layer != output[0].layer }) {
            // Those of one layer stay in their order.
            output = output.enumerated().sorted { ($0.element.layer, $0.offset) < ($1.element.layer, $1.offset) }.map(\.element)
        }
        return output
    }

    /// The boxes of one cue, whose width along the line is known.
    func box(of cue: Cue, _ index: Int, _ text: TextMetrics, lines: [String], _ frame: Rectangle) -> CaptionBox {
        CaptionBox(
            cue: index, frame: frame, lines: lines, fontSize: text.fontSize, lineHeight: text.lineHeight,
            alignment: cue.settings.alignment, vertical: cue.settings.vertical, isRightToLeft: text.isRightToLeft, layer: cue.layer)
    }
}
