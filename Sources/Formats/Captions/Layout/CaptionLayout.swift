// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Lays out the visible cues as boxes (WebVTT 7.2). Text is measured by the renderer, or estimated.
public struct CaptionLayout {
    /// Returns the width of a text at a font size, both in pixels.
    public typealias Measure = (_ text: String, _ fontSize: Double) -> Double

    let width: Double
    let height: Double
    let styling: CaptionStyling
    let measure: Measure
    let usualFontSize: Double?
    var output: [CaptionBox] = []
    /// Rectangles that boxes must not overlap.
    var taken: [Rectangle] = []

    /// Insets in percent of the video frame, kept free of cues positioned by line or not at all. Regions and positions given by the
    /// author are not affected.
    public var safeArea = CaptionInsets()
    /// Rectangles that cover the video, such as controls: cues outside regions avoid them (WebVTT 7.1).
    public var obstacles: [Rectangle] = []
    /// How long text scrolls up in a scrolling region, in seconds: 0.433 as in WebVTT 7.2, or 0 for no animation.
    public var scrollDuration = 0.0
    /// Whether text was scrolling in the last boxes, so that the next frame has different ones.
    public internal(set) var isMoving = false

    /// - Parameters:
    ///   - width: The video frame's width in pixels; boxes are inside the frame, not the view around it.
    ///   - height: The video frame's height in pixels.
    ///   - styling: The source of the boxes' font sizes.
    ///   - fontSize: The default font size in pixels, and the base of relative sizes; nil is 5 % of the frame's shorter side.
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

    /// The boxes of the cues visible at `time`, in drawing order: by layer, then in layout order, which is by start, then longer cues
    /// first, then file order.
    public mutating func boxes(of document: CaptionDocument, at time: MediaTime) -> [CaptionBox] {
        boxes(of: document, at: time, among: document.cues.indices.filter { document.cues[$0].isShown(at: time) })
    }

    /// The boxes of cues already known to be visible, which avoids scanning all cues of a long document.
    ///
    /// - Parameter shown: Indices into `document.cues`.
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
        moveIntoFrame(output.indices.filter { output[$0].image?.placement != nil })
        if output.contains(where: { $0.layer != output[0].layer }) {
            // Boxes of one layer keep their order.
            output = output.enumerated().sorted { ($0.element.layer, $0.offset) < ($1.element.layer, $1.offset) }.map(\.element)
        }
        return output
    }

    /// Makes the box of a cue with a given frame.
    func box(of cue: Cue, _ index: Int, _ text: TextMetrics, lines: [String], _ frame: Rectangle) -> CaptionBox {
        CaptionBox(
            cue: index, frame: frame, lines: lines, fontSize: text.fontSize, lineHeight: text.lineHeight,
            alignment: cue.settings.alignment, vertical: cue.settings.vertical, isRightToLeft: text.isRightToLeft, layer: cue.layer)
    }
}
