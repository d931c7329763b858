// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Moves captions clear of whatever covers the video, such as controls.
struct CaptionCollisionResolver {
    /// The area available for captions.
    var area: Rectangle
    var gap = 4.0

    /// The offset of each caption. Captions in the upper half move down, the others up; if nothing is in the way, all stay in place.
    /// - Returns: nil for a caption that doesn't fit.
    func moves(_ places: [Rectangle]) -> [(x: Double, y: Double)?] {
        let inside = places.map(clamped)
        var result: [Rectangle?] = inside
        if zip(places, inside).contains(where: { $0.y != $1.y }) {
            let middle = area.y + area.height / 2
            let upper = places.indices.filter { places[$0].y + places[$0].height / 2 < middle }.sorted { places[$0].y < places[$1].y }
            let lower = places.indices.filter { !upper.contains($0) }.sorted { places[$0].bottom > places[$1].bottom }
            var taken: [(index: Int, place: Rectangle)] = []
            for (index, goesDown) in upper.map({ ($0, true) }) + lower.map({ ($0, false) }) {
                var place = inside[index]
                // Captions whose author overlapped them may stay overlapped.
                while let other = taken.first(where: { Self.overlap($0.place, place) && !Self.overlap(places[$0.index], places[index]) })?
                    .place
                {
                    place.y = goesDown ? other.bottom + gap : other.y - gap - place.height
                }
                let isInside = place.y >= area.y && place.bottom <= area.bottom
                result[index] = isInside || taken.isEmpty ? place : nil
                if result[index] != nil { taken.append((index, place)) }
            }
        }
        return zip(places, result).map { place, moved in moved.map { ($0.x - place.x, $0.y - place.y) } }
    }

    private func clamped(_ place: Rectangle) -> Rectangle {
        var place = place
        place.x = min(max(place.x, area.x), max(area.x + area.width - place.width, area.x))
        place.y = min(max(place.y, area.y), max(area.bottom - place.height, area.y))
        return place
    }

    /// Captions that only touch, or overlap because of rounding to whole pixels, do not count.
    private static func overlap(_ one: Rectangle, _ other: Rectangle) -> Bool { one.overlaps(other, slack: 0.5) }
}
