// SPDX-License-Identifier: Apache-2.0

package import WindowboxCaptions
package import WindowboxMedia

/// All captions of one moment, laid out over a video frame: in a window, and on an image.
package struct CaptionPage {
    private(set) var captions: [PlacedCaption] = []
    private var backgrounds: [String: CaptionColor] = [:]
    private let window: CaptionColor?

    /// Lays out the cues. If the text is too large for all cues to fit, it shrinks: a small caption can be read, a missing one can't.
    /// - Parameters:
    ///   - picture: the video's rectangle.
    ///   - area: the area for captions.
    ///   - edge: the area for image captions with their own position, which may reach the video's edge; nil uses `area`.
    package init(
        _ cues: ActiveCues, _ style: CaptionAppearance, picture: Rectangle, area: Rectangle, edge: Rectangle? = nil,
        typesetter: CaptionTypesetter
    ) {
        window = style.window
        guard !cues.isEmpty, picture.width > 0, picture.height > 0 else { return }
        let styling = style.styling(of: cues.document)
        let document = style.placing(cues.document, styling)
        for region in document.regions where style.paintsRegions {
            let declarations = styling.style(of: region)
            backgrounds[region.id] = (declarations["background-color"] ?? declarations["background"]).flatMap { CaptionColor(css: $0) }
        }
        // Portrait video has lines too short for text sized by its height.
        let fontSize = style.fontSize(pictureHeight: min(picture.height, picture.width))
        let visible = document.cues.count { $0.isShown(at: cues.time) && ($0.image != nil || !$0.plainText().isEmpty) }
        for share in [1, 0.8, 0.64, 0.5] {
            let boxes = Self.boxes(cues, document, styling, fontSize * share, picture, typesetter)
            let placed = boxes.compactMap { given in
                var box = given
                let scrolls = box.region.flatMap { document.region($0) }?.scrollsUp ?? false
                if style.isEnlarged, !scrolls { box.clip = nil }
                return PlacedCaption(box, of: cues, styling, picture, typesetter)
            }
            let inArea = Self.resolveOverlaps(placed, in: area, edge: edge ?? area)
            if inArea.count > captions.count { captions = inArea }
            if captions.count >= visible { break }
        }
        // Captions of one layer keep their order.
        captions = captions.enumerated().sorted { one, other in
            (document.cues[one.element.box.cue].layer, one.offset) < (document.cues[other.element.box.cue].layer, other.offset)
        }.map(\.element)
    }

    /// The area for captions in a view. Only captions placed there explicitly may touch the video's edge; none may touch the view's edge
    /// or its controls.
    /// - Parameters:
    ///   - top: pixels at the top of the view that are covered.
    ///   - bottom: pixels at its bottom that are covered.
    package static func area(in view: Rectangle, picture: Rectangle, top: Double = 0, bottom: Double = 0) -> Rectangle {
        let start = view.y + margin + top
        let end = min(view.bottom - margin - bottom, picture.bottom - (picture.height * 0.03).rounded())
        return Rectangle(x: view.x + margin, y: start, width: max(view.width - margin * 2, 0), height: max(end - start, 0))
    }

    private static let margin = 8.0

    /// Where the captions are, including their backgrounds.
    package var captionBounds: [Rectangle] { captions.map(\.bounds) }

    private static func boxes(
        _ cues: ActiveCues, _ document: CaptionDocument, _ styling: CaptionStyling, _ fontSize: Double, _ picture: Rectangle,
        _ typesetter: CaptionTypesetter
    ) -> [CaptionBox] {
        // Line lengths are measured in the first cue's font, in bold if any cue is bold.
        let isBold = document.cues.contains { cue in styling.runs(of: cue, at: cues.time).contains { $0.style["font-weight"] == "bold" } }
        let first = document.cues.first.map { styling.style(of: $0) } ?? []
        var lengths: [String: Double] = [:]
        var layout = CaptionLayout(width: picture.width, height: picture.height, styling: styling, fontSize: fontSize) { text, size in
            let key = "\(size) \(text)"
            if let known = lengths[key] { return known }
            var look = CaptionLook(first, cue: first, CaptionLength(fontSize: size, pictureHeight: picture.height))
            if isBold { look.weight = 700 }
            let length = typesetter.length(of: text, look)
            lengths[key] = length
            return length
        }
        return layout.boxes(of: document, at: cues.time)
    }

    /// Cues of one region move together, and so do image captions.
    private static func resolveOverlaps(_ captions: [PlacedCaption], in area: Rectangle, edge: Rectangle) -> [PlacedCaption] {
        let pictures = captions.filter { $0.box.image?.placement != nil }
        let others = captions.filter { $0.box.image?.placement == nil }
        return resolveOverlaps([Array(pictures.indices)].filter { !$0.isEmpty }, of: pictures, in: edge) + resolveOverlaps(others, in: area)
    }

    private static func resolveOverlaps(_ captions: [PlacedCaption], in area: Rectangle) -> [PlacedCaption] {
        var groups: [[Int]] = []
        var ofRegion: [String: Int] = [:]
        for (index, caption) in captions.enumerated() {
            if let region = caption.box.region, let group = ofRegion[region] {
                groups[group].append(index)
            } else {
                if let region = caption.box.region { ofRegion[region] = groups.count }
                groups.append([index])
            }
        }
        return resolveOverlaps(groups, of: captions, in: area)
    }

    private static func resolveOverlaps(_ groups: [[Int]], of captions: [PlacedCaption], in area: Rectangle) -> [PlacedCaption] {
        let captionBounds = groups.map { group in group.dropFirst().reduce(captions[group[0]].bounds) { $0.union(captions[$1].bounds) } }
        let moves = CaptionCollisionResolver(area: area).moves(captionBounds)
        var kept: [PlacedCaption] = []
        for (group, move) in zip(groups, moves) {
            guard let move else { continue }
            for index in group {
                var caption = captions[index]
                caption.move(move)
                kept.append(caption)
            }
        }
        return kept
    }

    package func draw(on canvas: some CaptionCanvas) {
        var painted: Set<String> = []
        for caption in captions {
            guard let region = caption.box.region, let clip = caption.clip, let color = backgrounds[region] else { continue }
            if painted.insert(region).inserted { canvas.fill(clip, color, radius: 0) }
        }
        for caption in captions {
            if let clip = caption.clip {
                canvas.clip(to: clip) { caption.draw(on: $0, window: window) }
            } else {
                caption.draw(on: canvas, window: window)
            }
        }
    }
}
