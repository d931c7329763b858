// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions

/// All captions of a moment as they are drawn over a picture.
@MainActor struct CaptionPage {
    private(set) var captions: [SetCaption] = []
    private var backgrounds: [String: Color] = [:]
    private let window: Color?

    /// - Parameters:
    ///   - picture: where it stands.
    ///   - room: where captions may be.
    init(_ cues: ActiveCues, _ style: CaptionStyle, picture: Rectangle, room: Rectangle, typesetter: CaptionTypesetter) {
        window = style.window
        guard !cues.isEmpty, picture.width > 0, picture.height > 0 else { return }
        let styling = style.styling(of: cues.document)
        let document = style.placing(cues.document, styling)
        for (index, given) in Self.boxes(cues, document, styling, style, picture, typesetter) {
            var box = given
            // Letters that a person wants larger than the region was made for are seen all the same.
            let scrolls = box.region.flatMap { document.region($0) }?.scrollsUp ?? false
            if style.preference.size.factor > 1, !scrolls { box.clip = nil }
            let cue = cues.document.cues[index]
            let length = CaptionLength(fontSize: box.fontSize, pictureHeight: picture.height)
            let declarations = styling.style(of: cue)
            let lines = CaptionLine.lines(box.lines, of: styling.runs(of: cue, at: cues.time)) {
                CaptionLook($0.style, cue: declarations, length)
            }
            captions.append(
                SetCaption(
                    box, CaptionLook(declarations, cue: declarations, length),
                    lines: lines.map {
                        (typesetter.line($0, isVertical: box.vertical != .horizontal), CaptionTypesetter.isRightToLeft($0.paragraph))
                    }, corner: (picture.x, picture.y)))
        }
        // What is written into a region the person's look does not cover: a region's own colour would.
        for region in document.regions where style.preference.look == .standard {
            let declarations = styling.style(of: region)
            backgrounds[region.id] = (declarations["background-color"] ?? declarations["background"]).flatMap { Color(css: $0) }
        }
        makeWay(in: room)
        captions.sort { document.cues[$0.box.cue].layer < document.cues[$1.box.cue].layer }
    }

    /// Where letters are so large that not all cues find room, they are made smaller: a smaller caption is read, a missing one isn't.
    private static func boxes(
        _ cues: ActiveCues, _ document: CaptionDocument, _ styling: CaptionStyling, _ style: CaptionStyle, _ picture: Rectangle,
        _ typesetter: CaptionTypesetter
    ) -> [(cue: Int, box: CaptionBox)] {
        let usual = style.fontSize(pictureHeight: picture.height)
        let wanted = document.cues.count { $0.isShown(at: cues.time) && !$0.plainText().isEmpty }
        // Lines are measured in the first cue's letters; where any are bold, in bold ones.
        let isBold = document.cues.contains { cue in styling.runs(of: cue, at: cues.time).contains { $0.style["font-weight"] == "bold" } }
        let first = document.cues.first.map { styling.style(of: $0) } ?? []
        var most: [CaptionBox] = []
        for share in [1, 0.8, 0.64, 0.5] {
            var lengths: [String: Double] = [:]
            var layout = CaptionLayout(width: picture.width, height: picture.height, styling: styling, fontSize: usual * share) {
                text, fontSize in
                let key = "\(fontSize) \(text)"
                if let known = lengths[key] { return known }
                let length = MainActor.assumeIsolated {
                    var look = CaptionLook(first, cue: first, CaptionLength(fontSize: fontSize, pictureHeight: picture.height))
                    if isBold { look.weight = 700 }
                    return typesetter.length(of: text, look, isVertical: false)
                }
                lengths[key] = length
                return length
            }
            let boxes = layout.boxes(of: document, at: cues.time)
            if boxes.count > most.count { most = boxes }
            if most.count >= wanted { break }
        }
        return most.map { ($0.cue, $0) }
    }

    /// Cues of one region move as one.
    private mutating func makeWay(in room: Rectangle) {
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
        let places = groups.map { group in group.dropFirst().reduce(captions[group[0]].place) { $0.union(captions[$1].place) } }
        let moves = CaptionRoom(room: room).moves(places)
        var kept: [SetCaption] = []
        for (group, move) in zip(groups, moves) {
            guard let move else { continue }
            for index in group {
                var caption = captions[index]
                caption.move(move)
                kept.append(caption)
            }
        }
        captions = kept
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
