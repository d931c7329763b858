// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxMedia

/// All captions of one moment, laid out over a frame.
@MainActor struct CaptionLayoutPass {
    private(set) var captions: [CaptionRun] = []
    private var backgrounds: [String: Color] = [:]
    private let window: Color?

    /// Lays out the cues. If the text is too large for all cues to fit, it shrinks: a small caption can be read, a missing one can't.
    /// - Parameters:
    ///   - picture: the video's rectangle.
    ///   - room: the area for captions.
    ///   - edge: the area for image captions with their own position, which may reach the video's edge; nil uses `room`.
    init(
        _ cues: ActiveCues, _ style: CaptionStyle, picture: Rectangle, room: Rectangle, edge: Rectangle? = nil,
        typesetter: CaptionTypesetter
    ) {
        window = style.window
        guard !cues.isEmpty, picture.width > 0, picture.height > 0 else { return }
        let styling = style.styling(of: cues.document)
        let document = style.placing(cues.document, styling)
        // The region's own colour would show next to the background that the user chose.
        for region in document.regions where style.preference.look == .standard {
            let declarations = styling.style(of: region)
            backgrounds[region.id] = (declarations["background-color"] ?? declarations["background"]).flatMap { Color(css: $0) }
        }
        // Portrait video has lines too short for text sized by its height.
        let fontSize = style.fontSize(pictureHeight: min(picture.height, picture.width))
        let wanted = document.cues.count { $0.isShown(at: cues.time) && ($0.image != nil || !$0.plainText().isEmpty) }
        for share in [1, 0.8, 0.64, 0.5] {
            let boxes = Self.boxes(cues, document, styling, fontSize * share, picture, typesetter)
            let placed = boxes.map { given in
                var box = given
                // Text that the user enlarged beyond its region stays visible.
                let scrolls = box.region.flatMap { document.region($0) }?.scrollsUp ?? false
                if style.preference.size.factor > 1, !scrolls { box.clip = nil }
                return CaptionRun(box, of: cues, styling, picture, typesetter)
            }
            let inRoom = Self.makeWay(placed, in: room, edge: edge ?? room)
            if inRoom.count > captions.count { captions = inRoom }
            if captions.count >= wanted { break }
        }
        captions.sort { document.cues[$0.box.cue].layer < document.cues[$1.box.cue].layer }
    }

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
            let length = MainActor.assumeIsolated {
                var look = CaptionLook(first, cue: first, CaptionLength(fontSize: size, pictureHeight: picture.height))
                if isBold { look.weight = 700 }
                return typesetter.length(of: text, look, isVertical: false)
            }
            lengths[key] = length
            return length
        }
        return layout.boxes(of: document, at: cues.time)
    }

    /// Cues of one region move together, and so do image captions.
    private static func makeWay(_ captions: [CaptionRun], in room: Rectangle, edge: Rectangle) -> [CaptionRun] {
        let pictures = captions.filter { $0.box.image?.placement != nil }
        let others = captions.filter { $0.box.image?.placement == nil }
        return makeWay([Array(pictures.indices)].filter { !$0.isEmpty }, of: pictures, in: edge) + makeWay(others, in: room)
    }

    private static func makeWay(_ captions: [CaptionRun], in room: Rectangle) -> [CaptionRun] {
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
        return makeWay(groups, of: captions, in: room)
    }

    private static func makeWay(_ groups: [[Int]], of captions: [CaptionRun], in room: Rectangle) -> [CaptionRun] {
        let places = groups.map { group in group.dropFirst().reduce(captions[group[0]].place) { $0.union(captions[$1].place) } }
        let moves = CaptionCollisionResolver(room: room).moves(places)
        var kept: [CaptionRun] = []
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

    func draw(on canvas: Canvas) {
        var painted: Set<String> = []
        for caption in captions {
            guard let region = caption.box.region, let clip = caption.clip, let color = backgrounds[region] else { continue }
            if painted.insert(region).inserted { canvas.fill(clip, color) }
        }
        for caption in captions {
            if let clip = caption.clip { canvas.pushClip(clip) }
            caption.draw(on: canvas, window: window)
            if caption.clip != nil { canvas.popClip() }
        }
    }
}
