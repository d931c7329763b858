// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// A style of a SubStation script.
struct SubStationStyle: Hashable, Sendable {
    var declarations: [Declaration] = []
    var alignment = 2

    init() {}

    /// - Parameters:
    ///   - field: The value of a column, by its name in small letters.
    ///   - isAdvanced: Whether alignments are those of a number pad (ASS).
    ///   - height: Of the picture that sizes are given for.
    init(field: (StaticString) -> ByteText?, isAdvanced: Bool, height: Double) {
        func isOn(_ name: StaticString) -> Bool { field(name).flatMap { SubStationOverride.integer($0) }.map { $0 != 0 } ?? false }
        if let name = field("fontname"), !name.isEmpty { declarations.append(Declaration("font-family", name.string)) }
        if let text = field("fontsize"), let size = Double(text.string), size > 0, size.isFinite {
            declarations.append(Declaration("font-size", "\((size / height * 10_000).rounded() / 100)vh"))
        }
        if let color = field("primarycolour").flatMap({ SubStationColor($0) }) { declarations.append(Declaration("color", color.css)) }
        if isOn("bold") { declarations.append(Declaration("font-weight", "bold")) }
        if isOn("italic") { declarations.append(Declaration("font-style", "italic")) }
        let decoration = [isOn("underline") ? "underline" : nil, isOn("strikeout") ? "line-through" : nil].compactMap { $0 }
        if !decoration.isEmpty { declarations.append(Declaration("text-decoration", decoration.joined(separator: " "))) }
        if field("borderstyle")?.equals("3") == true, let color = field("backcolour").flatMap({ SubStationColor($0) }) {
            declarations.append(Declaration("background-color", color.css))
        } else if field("borderstyle")?.equals("1") == true {
            // Letters with an edge and a shadow stand on the picture itself.
            declarations.append(Declaration("background-color", "transparent"))
            // Of the picture, in the pixels of one 1080 lines high.
            func pixels(_ name: StaticString) -> Double? {
                field(name).flatMap { Double($0.string) }.flatMap { $0 > 0 && $0.isFinite ? ($0 / height * 10_800).rounded() / 10 : nil }
            }
            let edge = isAdvanced ? field("outlinecolour") : field("tertiarycolour")
            if let width = pixels("outline") {
                let color = edge.flatMap { SubStationColor($0) }?.css ?? "#000000"
                declarations.append(Declaration("text-outline", "\(color) \(width)px"))
            }
            if let depth = pixels("shadow") {
                let color = field("backcolour").flatMap { SubStationColor($0) }?.css ?? "#000000"
                declarations.append(Declaration("text-shadow", "\(depth)px \(depth)px \(color)"))
            }
        }
        if let value = field("alignment").flatMap({ SubStationOverride.integer($0) }) {
            alignment = (isAdvanced ? (1...9).contains(value) ? value : nil : SubStationOverride.legacyAlignment(value)) ?? 2
        }
    }
}
