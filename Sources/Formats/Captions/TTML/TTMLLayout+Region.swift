// SPDX-License-Identifier: Apache-2.0

extension TTMLLayout {
    /// A region by its values (TTML2 11.1.1). Without a place it is the whole root container.
    func region(id: String, _ values: TTMLStyles.Values) -> CaptionRegion {
        let (width, height) = pair(values["extent"]) ?? (100, 100)
        let (x, y) = values["position"].flatMap { position($0, width, height) } ?? pair(values["origin"]) ?? (0, 0)
        var region = CaptionRegion(
            id: id, width: width, lines: 3, anchorX: 0, anchorY: 0, viewportAnchorX: x, viewportAnchorY: y, height: height,
            display: CaptionRegion.Display(rawValue: values["displayAlign"] ?? "before") ?? .before,
            style: values.filter { !TTMLStyles.isInherited($0.name) }.declarations(self))
        region.padding = padding(values["padding"])
        region.clips = values["overflow"] != "visible"
        return region
    }

    /// One to four lengths, from the top on, clockwise (TTML2 10.2.35); in percent of the root container.
    private func padding(_ value: String?) -> CaptionInsets {
        guard let parts = value?.split(whereSeparator: \.isWhitespace), (1...4).contains(parts.count) else { return CaptionInsets() }
        func part(_ index: Int, isWidth: Bool) -> Double { min(max(percent(parts[index], isWidth: isWidth) ?? 0, 0), 100) }
        let right = parts.count > 1 ? 1 : 0
        let bottom = parts.count > 2 ? 2 : 0
        let left = parts.count > 3 ? 3 : right
        return CaptionInsets(
            top: part(0, isWidth: false), right: part(right, isWidth: true), bottom: part(bottom, isWidth: false),
            left: part(left, isWidth: true))
    }

    /// `position` (TTML2 10.2.37): one to four words, edges with and without offsets.
    private func position(_ value: String, _ width: Double, _ height: Double) -> (Double, Double)? {
        let words = value.split(whereSeparator: \.isWhitespace)
        guard (1...4).contains(words.count) else { return nil }
        let room = (x: 100 - width, y: 100 - height)
        var (x, y): (Double?, Double?) = (nil, nil)
        func offset(_ word: Substring, isWidth: Bool) -> Double? {
            // A percentage is of the room that is left; a length is a length.
            guard word.hasSuffix("%") else { return percent(word, isWidth: isWidth) }
            return percent(word, isWidth: isWidth).map { $0 / 100 * (isWidth ? room.x : room.y) }
        }
        var index = 0
        var isFree = 0
        while index < words.count {
            let word = words[index]
            index += 1
            func following(isWidth: Bool) -> Double? {
                // With one or two words each stands for itself.
                guard words.count > 2, index < words.count, let value = offset(words[index], isWidth: isWidth) else { return nil }
                index += 1
                return value
            }
            switch word {
            case "left": x = following(isWidth: true) ?? 0
            case "right": x = room.x - (following(isWidth: true) ?? 0)
            case "top": y = following(isWidth: false) ?? 0
            case "bottom": y = room.y - (following(isWidth: false) ?? 0)
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
        return (x ?? room.x / 2, y ?? room.y / 2)
    }
}
