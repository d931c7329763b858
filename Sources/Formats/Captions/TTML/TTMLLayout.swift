// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

/// Lengths and regions of a TTML document (TTML2 11).
struct TTMLLayout {
    /// Of the root container, in pixels, when the document says it.
    private var extent: (width: Double, height: Double)?
    private var cells: (columns: Double, rows: Double) = (32, 15)

    init(_ root: MarkupElement) {
        if let value = root.attribute("cellResolution") {
            let parts = value.split(separator: " ").compactMap { Double($0) }
            if parts.count == 2, parts[0] >= 1, parts[1] >= 1 { cells = (parts[0], parts[1]) }
        }
        if let value = root.attribute("extent") {
            let parts = value.split(separator: " ").compactMap { $0.hasSuffix("px") ? Double($0.dropLast(2)) : nil }
            if parts.count == 2, parts[0] > 0, parts[1] > 0 { extent = (parts[0], parts[1]) }
        }
    }

    /// Two lengths in percent of the root container.
    private func pair(_ value: String?) -> (Double, Double)? {
        guard let parts = value?.split(separator: " "), parts.count == 2, let x = percent(parts[0], isWidth: true),
            let y = percent(parts[1], isWidth: false)
        else { return nil }
        return (x, y)
    }

    private func percent(_ text: Substring, isWidth: Bool) -> Double? {
        func number(_ suffix: Int) -> Double? { Double(text.dropLast(suffix)).flatMap { $0.isFinite ? $0 : nil } }
        if text.hasSuffix("%") { return number(1) }
        if text.hasSuffix("px") {
            return extent.flatMap { extent in number(2).map { $0 / (isWidth ? extent.width : extent.height) * 100 } }
        }
        if text.hasSuffix("rh") || text.hasSuffix("rw") { return number(2) }
        if text.hasSuffix("c") { return number(1).map { $0 / (isWidth ? cells.columns : cells.rows) * 100 } }
        return nil
    }

    func region(id: String, _ values: TTMLStyles.Values) -> CaptionRegion {
        let (x, y) = pair(values["origin"]) ?? position(values["position"], values["extent"]) ?? (0, 0)
        let (width, height) = pair(values["extent"]) ?? (100, 100)
        let display = CaptionRegion.Display(rawValue: values["displayAlign"] ?? "before") ?? .before
        let plain = values.filter { !TTMLStyles.isInherited($0.name) }
        return CaptionRegion(
            id: id, width: width, lines: 3, anchorX: 0, anchorY: 0, viewportAnchorX: x, viewportAnchorY: y, height: height,
            display: display,
            style: plain.declarations)
    }

    /// `position` of TTML2, as far as it is two percentages or two words: how much of the room that is left lies before the region.
    private func position(_ value: String?, _ extent: String?) -> (Double, Double)? {
        guard let parts = value?.split(separator: " "), !parts.isEmpty else { return nil }
        let (width, height) = pair(extent) ?? (100, 100)
        func share(_ word: Substring) -> Double? {
            switch word {
            case "left", "top": 0
            case "center": 50
            case "right", "bottom": 100
            default: word.hasSuffix("%") ? Double(word.dropLast()) : nil
            }
        }
        guard let x = share(parts[0]), let y = parts.count > 1 ? share(parts[1]) : 50 else { return nil }
        return ((100 - width) * x / 100, (100 - height) * y / 100)
    }
}
