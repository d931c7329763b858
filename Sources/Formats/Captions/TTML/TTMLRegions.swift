// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// The regions of a TTML document: those of its layout, those nested in elements, and variants made by animation.
struct TTMLRegions {
    struct Region {
        var layer: TTMLStyleSet
        var begin: MediaTime
        var end: MediaTime?

        func isActive(at moment: MediaTime) -> Bool { begin <= moment && (end.map { moment < $0 } ?? true) }

        var moments: [MediaTime] { [begin] + (end.map { [$0] } ?? []) + layer.animations.flatMap(\.moments) }
    }

    private var regions: [String: Region] = [:]
    /// Generated region ids, by content.
    private var made: [CaptionRegion: String] = [:]
    private(set) var all: [CaptionRegion] = []

    subscript(_ id: String) -> Region? { regions[id] }

    mutating func define(_ id: String, _ layer: TTMLStyleSet, _ span: TTMLReader.Span, _ layout: TTMLLayout) {
        regions[id] = Region(layer: layer, begin: span.begin, end: span.end)
        let region = layout.region(id: id, layer.values)
        // A later definition replaces an earlier one with the same id.
        if let index = all.firstIndex(where: { $0.id == id }) { all[index] = region } else { all.append(region) }
    }

    /// Returns the id of a region that has none in the document.
    mutating func define(inline layer: TTMLStyleSet, _ span: TTMLReader.Span, _ layout: TTMLLayout) -> String {
        let plain = layout.region(id: "", layer.values)
        if layer.animations.isEmpty, span.begin == .zero, span.end == nil, let known = made[plain],
            regions[known]?.layer.values.elementsEqual(layer.values, by: ==) == true
        {
            return known
        }
        let id = unused("inline")
        define(id, layer, span, layout)
        if layer.animations.isEmpty { made[plain] = id }
        return id
    }

    /// The id of the region at a moment; a different one if an animation moves it.
    mutating func id(of id: String, at moment: MediaTime, limit: Int, _ layout: TTMLLayout) -> String {
        guard let region = regions[id], !region.layer.animations.isEmpty else { return id }
        let now = layout.region(id: id, region.layer.values(at: moment))
        if all.contains(now) { return id }
        if let known = made[now] { return known }
        guard all.count < limit else { return id }
        let other = unused(id)
        made[now] = other
        var named = now
        named.id = other
        all.append(named)
        return other
    }

    private func unused(_ prefix: String) -> String {
        var number = made.count + 1
        while all.contains(where: { $0.id == "\(prefix)-\(number)" }) { number += 1 }
        return "\(prefix)-\(number)"
    }
}
