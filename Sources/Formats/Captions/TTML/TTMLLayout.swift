// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

/// Converts lengths of a TTML document (TTML2 10.3.9).
struct TTMLLayout {
    /// The root container's size in pixels, if the document states it.
    private var extent: (width: Double, height: Double)?
    private var cells: (columns: Double, rows: Double) = (32, 15)
    /// The root container's aspect ratio, width over height.
    private var aspect = 16.0 / 9

    init(_ root: MarkupElement) {
        func pair(_ name: String, _ number: (Substring) -> Double?) -> (Double, Double)? {
            let parts = root.attribute(name)?.split(whereSeparator: \.isWhitespace).map(number) ?? []
            guard parts.count == 2, let x = parts[0], let y = parts[1], x > 0, y > 0, x.isFinite, y.isFinite else { return nil }
            return (x, y)
        }
        if let (columns, rows) = pair("cellResolution", { Double($0) }), columns >= 1, rows >= 1 { cells = (columns, rows) }
        extent = pair("extent") { $0.hasSuffix("px") ? Double($0.dropLast(2)) : nil }
        if let extent { aspect = extent.width / extent.height }
        // IMSC has its own attribute for it (IMSC 1.2, 6.7.3).
        if let (x, y) = pair("displayAspectRatio", { Double($0) }) ?? pair("aspectRatio", { Double($0) }) { aspect = x / y }
    }

    private enum Unit { case percent, em, cell, pixel, rootHeight, rootWidth }

    private static func length(_ text: Substring) -> (number: Double, unit: Unit)? {
        let units: [(String, Unit)] = [("%", .percent), ("em", .em), ("px", .pixel), ("rh", .rootHeight), ("rw", .rootWidth), ("c", .cell)]
        guard let (suffix, unit) = units.first(where: { text.hasSuffix($0.0) }), let number = Double(text.dropLast(suffix.count)),
            number.isFinite
        else { return nil }
        return (number, unit)
    }

    /// A length in percent of the root container's width or height; nil if invalid.
    func percent(_ text: Substring, isWidth: Bool) -> Double? {
        guard let (number, unit) = Self.length(text) else { return nil }
        switch unit {
        case .percent: return number
        // An em is a cell by default.
        case .em: return isWidth ? number / cells.rows * 100 / aspect : number / cells.rows * 100
        case .cell: return number / (isWidth ? cells.columns : cells.rows) * 100
        case .pixel: return extent.map { number / (isWidth ? $0.width : $0.height) * 100 }
        case .rootHeight: return isWidth ? number / aspect : number
        case .rootWidth: return isWidth ? number : number * aspect
        }
    }

    /// Two lengths in percent of the root container.
    func pair(_ value: String?) -> (Double, Double)? {
        guard let parts = value?.split(whereSeparator: \.isWhitespace), parts.count == 2, let x = percent(parts[0], isWidth: true),
            let y = percent(parts[1], isWidth: false)
        else { return nil }
        return (x, y)
    }

    // MARK: For style sheets

    /// Converts a length to CSS: to shares of the height, except percentages and ems, which are kept.
    func css(_ text: Substring) -> String {
        guard let (number, unit) = Self.length(text) else { return String(text) }
        switch unit {
        case .percent, .em: return String(text)
        case .rootWidth: return "\(Self.rounded(number))vw"
        default: return percent(text, isWidth: false).map { "\(Self.rounded($0))vh" } ?? String(text)
        }
    }

    /// Converts each length in a list of words.
    func css(list value: String) -> String { value.split(whereSeparator: \.isWhitespace).map { css($0) }.joined(separator: " ") }

    /// Whether lengths can be scaled. Pixels cannot when the document states no extent (IMSC 1.2, 7.11): such text could be unreadably
    /// small in a larger frame.
    func isMeasured(_ lengths: String) -> Bool {
        extent != nil || !lengths.split(whereSeparator: \.isWhitespace).contains { $0.hasSuffix("px") }
    }

    private static func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }

    /// The values that text inherits in an element with `values` inside one with `outer`. A font size is relative to the parent's, or to
    /// a cell if there is none. A size that is stated nowhere stays unset, although TTML defaults to a cell, so that the viewer's size
    /// applies.
    func inheriting(_ values: TTMLStyles.Values, from outer: TTMLStyles.Values) -> TTMLStyles.Values {
        var own = values.filter { TTMLStyles.isInherited($0.name) }
        if let index = own.firstIndex(where: { $0.name == "fontSize" }) {
            let size = fontSize(own[index].value, in: outer["fontSize"] ?? "\(100 / cells.rows)vh")
            if isMeasured(size) { own[index].value = size } else { own.remove(at: index) }
        }
        if let index = own.firstIndex(where: { $0.name == "textDecoration" }) {
            own[index].value = TTMLStyles.decoration(own[index].value, within: outer["textDecoration"])
        }
        return own.isEmpty ? outer : TTMLStyles.merged(outer, own)
    }

    /// Resolves a font size relative to another one. If there are two lengths, the second is the height (TTML2 10.2.18).
    func fontSize(_ value: String, in outer: String?) -> String {
        guard let last = value.split(whereSeparator: \.isWhitespace).last else { return value }
        guard let (number, unit) = Self.length(last), unit == .percent || unit == .em else { return css(last) }
        let factor = unit == .percent ? number / 100 : number
        guard let outer, outer.hasSuffix("vh"), let size = Double(outer.dropLast(2)) else { return String(last) }
        return "\(Self.rounded(size * factor))vh"
    }
}
