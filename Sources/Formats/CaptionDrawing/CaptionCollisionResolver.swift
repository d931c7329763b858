// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Moves captions clear of whatever covers the video, such as controls.
struct CaptionCollisionResolver {
    /// The area available for captions.
    var area: Rectangle
    var gap = 4.0

    /// The offset of each caption. Captions in the upper half move down, the others up; if nothing is in the way, all stay in place.
    /// - Returns: nil for a caption that doesn't fit.
    func moves(_ boxes: [Rectangle]) -> [(x: Double, y: Double)?] {
        let inside = boxes.map(clamped)
        var result: [Rectangle?] = inside
        if zip(boxes, inside).contains(where: { $0.y != $1.y }) {
            let middle = area.y + area.height / 2
            let upper = boxes.indices.filter { boxes[$0].y + boxes[$0].height / 2 < middle }.sorted { boxes[$0].y < boxes[$1].y }
            let lower = boxes.indices.filter { !upper.contains($0) }.sorted { boxes[$0].bottom > boxes[$1].bottom }
            var taken: [(index: Int, bounds: Rectangle)] = []
            for (index, goesDown) in upper.map({ ($0, true) }) + lower.map({ ($0, false) }) {
                var bounds = inside[index]
                // Captions that overlap by their author's choice may stay overlapped.
                while let other = taken.first(where: { Self.overlap($0.bounds, bounds) && !Self.overlap(boxes[$0.index], boxes[index]) })?
                    .bounds
                {
                    bounds.y = goesDown ? other.bottom + gap : other.y - gap - bounds.height
                }
                let isInside = bounds.y >= area.y && bounds.bottom <= area.bottom
                result[index] = isInside || taken.isEmpty ? bounds : nil
                if result[index] != nil { taken.append((index, bounds)) }
            }
        }
        return zip(boxes, result).map { bounds, moved in moved.map { ($0.x - bounds.x, $0.y - bounds.y) } }
    }

    private func clamped(_ bounds: Rectangle) -> Rectangle {
        var bounds = bounds
        bounds.x = min(max(bounds.x, area.x), max(area.x + area.width - bounds.width, area.x))
        bounds.y = min(max(bounds.y, area.y), max(area.bottom - bounds.height, area.y))
        return bounds
    }

    /// Captions that only touch, or overlap because of rounding to whole pixels, do not count.
    private static func overlap(_ one: Rectangle, _ other: Rectangle) -> Bool { one.overlaps(other, slack: 0.5) }
}
