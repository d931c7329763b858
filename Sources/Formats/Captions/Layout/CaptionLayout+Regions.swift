// SPDX-License-Identifier: Apache-2.0

extension CaptionLayout {
    /// Where a region lies (WebVTT 7.2, "process each region": lines are six hundredths of the height).
    func frame(of region: CaptionRegion) -> CaptionFrame {
        let regionWidth = width * region.width / 100
        let regionHeight = min(height, region.height.map { height * $0 / 100 } ?? region.lines * height * 0.06)
        return CaptionFrame(
            x: width * region.viewportAnchorX / 100 - regionWidth * region.anchorX / 100,
            y: height * region.viewportAnchorY / 100 - regionHeight * region.anchorY / 100, width: regionWidth, height: regionHeight)
    }

    /// Puts cues into a region, one below the other; what the region cannot hold lies outside and is cut off by it.
    mutating func place(_ cues: [Int], in region: CaptionRegion, _ document: CaptionDocument) {
        let area = frame(of: region)
        var boxes: [CaptionBox] = []
        for index in cues {
            let cue = document.cues[index]
            let text = cue.plainText()
            guard !text.isEmpty else { continue }
            let fontSize = fontSize(of: cue)
            let ownHeight = lineHeight(of: cue, fontSize)
            let lineHeight = region.height == nil && !cue.tree.hasRuby ? max(fontSize * 1.2, height * 0.06) : ownHeight
            let (offset, size) = Self.extent(cue.settings, isRightToLeft: Self.isRightToLeft(text))
            // A region of TTML is the paragraph's whole width.
            let (x, length) = region.height == nil ? (area.width * offset / 100, area.width * size / 100) : (0, area.width)
            let lines = wrap(text, fontSize: fontSize, length: length)
            boxes.append(
                CaptionBox(
                    cue: index,
                    frame: CaptionFrame(x: area.x + x, y: 0, width: length, height: lineHeight * Double(lines.count)), lines: lines,
                    fontSize: fontSize, lineHeight: lineHeight, alignment: cue.settings.alignment, vertical: cue.settings.vertical,
                    region: region.id, clip: area))
        }
        let total = boxes.reduce(0) { $0 + $1.frame.height }
        var y =
            switch region.display {
            case .before: area.y
            case .center: area.y + (area.height - total) / 2
            case .after: area.y + area.height - total
            }
        for index in boxes.indices {
            boxes[index].frame.y = y
            y += boxes[index].frame.height
        }
        output += boxes
    }
}
