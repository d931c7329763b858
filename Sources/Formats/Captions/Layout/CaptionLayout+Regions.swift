// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension CaptionLayout {
    /// The frame of a region (WebVTT 7.2, "process each region": a line is 6 % of the height).
    func frame(of region: CaptionRegion) -> Rectangle {
        let regionWidth = width * region.width / 100
        let regionHeight = min(height, region.height.map { height * $0 / 100 } ?? region.lines * height * 0.06)
        return Rectangle(
            x: width * region.viewportAnchorX / 100 - regionWidth * region.anchorX / 100,
            y: height * region.viewportAnchorY / 100 - regionHeight * region.anchorY / 100, width: regionWidth, height: regionHeight)
    }

    /// Stacks cues in a region. Boxes that overflow it are clipped.
    mutating func place(_ cues: [Int], in region: CaptionRegion, _ document: CaptionDocument, _ time: MediaTime) {
        let window = frame(of: region)
        let area = window.inset(region.padding, of: (width, height))
        var boxes: [CaptionBox] = []
        for index in cues {
            let cue = document.cues[index]
            guard var box = cue.image.map({ self.box(of: $0, cue, index, window) }) ?? self.box(of: cue, index, in: region, area) else {
                continue
            }
            box.region = region.id
            box.window = window
            box.clip = region.clips ? window : nil
            boxes.append(box)
        }
        let text = boxes.indices.filter { boxes[$0].image == nil }
        stack(text, of: &boxes, region.display, in: area)
        if region.scrollsUp { scroll(text, of: &boxes, document, time) }
        output += boxes
        // Cues outside regions avoid WebVTT regions; windows of other formats may overlap as authored.
        if region.height == nil { taken.append(window) } else { taken += boxes.map(\.frame) }
    }

    /// An image fills its region, because IMSC's image profile requires equal sizes (IMSC 1.2, 8.4.8).
    private func box(of image: CaptionImage, _ cue: Cue, _ index: Int, _ window: Rectangle) -> CaptionBox {
        let metrics = TextMetrics(text: "", fontSize: 0, lineHeight: 0, isRightToLeft: false, wraps: false)
        var box = box(of: cue, index, metrics, lines: [], window)
        box.image = image
        return box
    }

    private func box(of cue: Cue, _ index: Int, in region: CaptionRegion, _ area: Rectangle) -> CaptionBox? {
        let metrics = metrics(of: cue, in: region)
        guard !metrics.text.isEmpty else { return nil }
        let isVertical = cue.settings.vertical != .horizontal
        let along = isVertical ? area.height : area.width
        // A TTML region spans the paragraph's full width, unless window columns give a position.
        let (start, length): (Double, Double)
        if region.height == nil || cue.settings.position != nil {
            let (offset, size) = Self.extent(cue.settings, isRightToLeft: metrics.isRightToLeft)
            (start, length) = (along * offset / 100, along * size / 100)
        } else {
            (start, length) = (0, along)
        }
        let lines = wrap(metrics, length: length)
        let depth = metrics.lineHeight * Double(lines.count)
        let strip = LineBox(area: area, start: start, length: length, depth: depth, isVertical: isVertical)
        return box(of: cue, index, metrics, lines: lines, strip.frame(at: 0))
    }

    /// Stacks boxes in the direction in which lines follow each other.
    private func stack(_ text: [Int], of boxes: inout [CaptionBox], _ display: CaptionRegion.Display, in area: Rectangle) {
        guard let first = text.first else { return }
        let vertical = boxes[first].vertical
        let total = text.reduce(0) { $0 + (vertical == .horizontal ? boxes[$1].frame.height : boxes[$1].frame.width) }
        let available = (vertical == .horizontal ? area.height : area.width) - total
        var at =
            switch display {
            case .before: 0.0
            case .center: available / 2
            case .after: available
            }
        for index in text {
            let frame = boxes[index].frame
            switch vertical {
            case .horizontal:
                boxes[index].frame.y = area.y + at
                at += frame.height
            case .growingRight:
                boxes[index].frame.x = area.x + at
                at += frame.width
            case .growingLeft:
                boxes[index].frame.x = area.x + area.width - at - frame.width
                at += frame.width
            }
        }
    }

    /// Scrolls a new cue into the region and earlier cues up (WebVTT 7.2: in 0.433 s).
    private mutating func scroll(_ text: [Int], of boxes: inout [CaptionBox], _ document: CaptionDocument, _ time: MediaTime) {
        guard scrollDuration > 0, let latest = text.map({ document.cues[boxes[$0].cue].start }).max() else { return }
        let passed = (time - latest).seconds / scrollDuration
        let entering = text.filter { document.cues[boxes[$0].cue].start == latest }
        // The first cue has nothing to scroll.
        guard passed >= 0, passed < 1, entering.count < text.count else { return }
        isMoving = true
        let distance = entering.reduce(0) { $0 + boxes[$1].frame.height } * (1 - passed)
        for index in text { boxes[index].frame.y += distance }
    }
}
