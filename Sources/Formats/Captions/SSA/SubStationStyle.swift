// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// A style of a SubStation script.
struct SubStationStyle: Hashable, Sendable {
    var declarations: [Declaration] = []
    var alignment = 2
    var margins = SubStationMargins()

    init() {}

    /// - Parameters:
    ///   - field: Returns the value of a column by its lower-case name.
    ///   - isAdvanced: Whether alignments use number-pad order (ASS).
    ///   - height: The frame height that sizes refer to.
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
        // SSA draws outlines in the colour that ASS uses for shadows.
        let edge = isAdvanced ? field("outlinecolour") : field("backcolour")
        let box = field("borderstyle").flatMap { $0.equals("3") ? edge : $0.equals("4") ? field("backcolour") : nil }
        if let color = box.flatMap({ SubStationColor($0) }) {
            declarations.append(Declaration("background-color", color.css))
        } else if field("borderstyle")?.equals("1") == true {
            // Text with an outline and a shadow has no background.
            declarations.append(Declaration("background-color", "transparent"))
            for (name, color) in [("outline", edge), ("shadow", field("backcolour"))] as [(StaticString, ByteText?)] {
                guard let width = field(name).flatMap({ Double($0.string) }), width > 0, width.isFinite else { continue }
                let edge = SubStationEdge(color: color.flatMap { SubStationColor($0) } ?? .black, width: width, height: height)
                declarations.append(edge.declaration(isShadow: name.description == "shadow"))
            }
        }
        if let text = field("spacing"), let spacing = Double(text.string), spacing != 0, spacing.isFinite {
            declarations.append(Declaration("letter-spacing", "\((spacing / height * 10_000).rounded() / 100)vh"))
        }
        func margin(_ name: StaticString) -> Double { field(name).flatMap { SubStationOverride.integer($0) }.map { Double($0) } ?? 0 }
        margins = SubStationMargins(left: margin("marginl"), right: margin("marginr"), vertical: margin("marginv"))
        if let value = field("alignment").flatMap({ SubStationOverride.integer($0) }) {
            alignment = (isAdvanced ? (1...9).contains(value) ? value : nil : SubStationOverride.legacyAlignment(value)) ?? 2
        }
    }
}
