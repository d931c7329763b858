// SPDX-License-Identifier: Apache-2.0

extension TTMLLayout {
    /// Makes a region from its values (TTML2 11.1.1). Without an origin and extent it fills the root container.
    func region(id: String, _ values: TTMLStyles.Values) -> CaptionRegion {
        let (width, height) = pair(values["extent"]) ?? (100, 100)
        let (x, y) = values["position"].flatMap { position($0, width, height) } ?? pair(values["origin"]) ?? (0, 0)
        var region = CaptionRegion(
            id: id, width: width, lines: 3, anchorX: 0, anchorY: 0, viewportAnchorX: x, viewportAnchorY: y, height: height,
            display: CaptionRegion.Display(rawValue: values["displayAlign"] ?? "before") ?? .before,
            style: values.filter { !TTMLStyles.isInherited($0.name) }.declarations(self))
        region.padding = padding(values["padding"], width, height, values["writingMode"] ?? values["direction"])
        region.clips = values["overflow"] != "visible"
        return region
    }

    /// Padding in percent of the root container. The value has one to four lengths, for the before, end, after and start edges
    /// (TTML2 10.2.35); percentages refer to the region.
    private func padding(_ value: String?, _ width: Double, _ height: Double, _ mode: String?) -> CaptionInsets {
        guard let parts = value?.split(whereSeparator: \.isWhitespace), (1...4).contains(parts.count) else { return CaptionInsets() }
        // The index of the part that applies to each edge: top, right, bottom, left.
        let edges =
            switch mode {
            case "rltb", "rl": [0, 3, 2, 1]
            case "tbrl", "tb": [1, 2, 3, 0]
            case "tblr": [3, 2, 1, 0]
            default: [0, 1, 2, 3]
            }
        let indices = [0, parts.count > 1 ? 1 : 0, parts.count > 2 ? 2 : 0, parts.count > 3 ? 3 : parts.count > 1 ? 1 : 0]
        var sides = [0.0, 0, 0, 0]
        for (edge, index) in zip(edges, indices) {
            let isWidth = edge % 2 == 1
            let length = percent(parts[index], isWidth: isWidth) ?? 0
            sides[edge] = min(max(parts[index].hasSuffix("%") ? length * (isWidth ? width : height) / 100 : length, 0), 100)
        }
        return CaptionInsets(top: sides[0], right: sides[1], bottom: sides[2], left: sides[3])
    }

    /// `position` (TTML2 10.2.37): one to four words, edges with and without offsets.
    private func position(_ value: String, _ width: Double, _ height: Double) -> (Double, Double)? {
        let words = value.split(whereSeparator: \.isWhitespace)
        guard (1...4).contains(words.count) else { return nil }
        let available = (x: 100 - width, y: 100 - height)
        var (x, y): (Double?, Double?) = (nil, nil)
        func offset(_ word: Substring, isWidth: Bool) -> Double? {
            // A percentage refers to the remaining space; other lengths are absolute.
            guard word.hasSuffix("%") else { return percent(word, isWidth: isWidth) }
            return percent(word, isWidth: isWidth).map { $0 / 100 * (isWidth ? available.x : available.y) }
        }
        var index = 0
        var isFree = 0
        while index < words.count {
            let word = words[index]
            index += 1
            func following(isWidth: Bool) -> Double? {
                // With one or two words, each is independent.
                guard words.count > 2, index < words.count, let value = offset(words[index], isWidth: isWidth) else { return nil }
                index += 1
                return value
            }
            switch word {
            case "left": x = following(isWidth: true) ?? 0
            case "right": x = available.x - (following(isWidth: true) ?? 0)
            case "top": y = following(isWidth: false) ?? 0
            case "bottom": y = available.y - (following(isWidth: false) ?? 0)
            case "center": isFree += 1
            default:
                if x == nil, isFree == 0, y == nil || index == 1 {
                    guard let value = offset(word, isWidth: true) else { return nil }
                    x = value
                } else {
                    guard let value = offset(word, isWidth: false) else { return nil }
                    y = value
                }
            }
        }
        return (x ?? available.x / 2, y ?? available.y / 2)
    }
}
