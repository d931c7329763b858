// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions

/// Text in one line, laid out by Pango.
package final class TypesetText {
    let parts: [CaptionLine.Part]
    /// A `PangoLayout`.
    package let layout: OpaquePointer
    private let library: CairoLibrary
    /// Pixels from the first letter to the last.
    let length: Double
    let height: Double
    /// The distance from the layout's left edge to the first letter, in pixels.
    package let inset: Double

    private static let units = 1024.0

    /// - Parameter layout: without text; this object takes ownership.
    init(_ parts: [CaptionLine.Part], _ layout: OpaquePointer, _ library: CairoLibrary) {
        (self.parts, self.layout, self.library) = (parts, layout, library)
        library.typesetting.setAutomaticDirection(layout, 0)
        library.typesetting.setSingleParagraph(layout, 1)
        // C text ends at its first zero; a space has as many bytes.
        let text = parts.map { $0.text.replacing("\0", with: " ") }.joined()
        text.withCString { library.typesetting.setText(layout, $0, -1) }
        Self.setAttributes(parts, parts.map(\.look.color), of: layout, library)
        var logical: [Int32] = [0, 0, 0, 0]
        library.typesetting.extents(layout, nil, &logical)
        (inset, length) = (Double(logical[0]) / Self.units, Double(logical[2]) / Self.units)
        height = Double(logical[3]) / Self.units
    }

    deinit { library.release(layout) }

    /// The horizontal spans of a part of the line; there are several in text of mixed direction.
    func spans(of part: Int) -> [(start: Double, end: Double)] {
        guard let line = library.typesetting.line(layout, 0) else { return [] }
        let start = parts[..<part].reduce(0) { $0 + $1.text.utf8.count }
        var ranges: UnsafeMutablePointer<Int32>?
        var count: Int32 = 0
        library.typesetting.ranges(line, Int32(start), Int32(start + parts[part].text.utf8.count), &ranges, &count)
        defer { library.free(ranges) }
        guard let ranges else { return [] }
        return (0..<Int(count)).map {
            (Double(ranges[$0 * 2]) / Self.units - inset, Double(ranges[$0 * 2 + 1]) / Self.units - inset)
        }
    }

    /// Changes the colours in which the text is drawn.
    /// - Parameter colors: one per part; parts with nil are invisible.
    func color(_ colors: [CaptionColor?]) { Self.setAttributes(parts, colors, of: layout, library) }

    private static func setAttributes(
        _ parts: [CaptionLine.Part], _ colors: [CaptionColor?], of layout: OpaquePointer, _ library: CairoLibrary
    ) {
        guard let list = library.attributes.createAttributes() else { return }
        defer { library.attributes.releaseAttributes(list) }
        var start: UInt32 = 0
        for (part, color) in zip(parts, colors) {
            let end = start + UInt32(part.text.utf8.count)
            for attribute in attributes(part.look, color ?? .clear, library) {
                guard let attribute else { continue }
                // A `PangoAttribute` is a pointer to its class, then the first byte that it applies to, and the first that it doesn't.
                attribute.storeBytes(of: start, toByteOffset: MemoryLayout<UnsafeRawPointer>.size, as: UInt32.self)
                attribute.storeBytes(of: end, toByteOffset: MemoryLayout<UnsafeRawPointer>.size + 4, as: UInt32.self)
                library.attributes.insertAttribute(list, attribute)
            }
            start = end
        }
        library.typesetting.setAttributes(layout, list)
    }

    private static func attributes(_ look: CaptionLook, _ color: CaptionColor, _ library: CairoLibrary) -> [CairoLibrary.Attributes
        .Attribute?]
    {
        func part(_ value: Double) -> UInt16 { value.isNaN ? 0 : UInt16((min(max(value, 0), 1) * 65535).rounded()) }
        func pango(_ pixels: Double) -> Int32 { pixels.isNaN ? 0 : Int32((min(max(pixels, -1e5), 1e5) * units).rounded()) }
        return [
            look.family.withCString { library.attributes.family($0) }, library.attributes.size(pango(look.size)),
            library.attributes.weight(Int32(look.weight)),
            look.isItalic ? library.attributes.style(2) : nil,
            look.isUnderlined ? library.attributes.underline(1) : nil,
            look.isOverlined ? library.attributes.overline(1) : nil,
            look.isStruckThrough ? library.attributes.strikethrough(1) : nil,
            look.spacing != 0 ? library.attributes.spacing(pango(look.spacing)) : nil,
            look.hasSmallCapitals ? library.attributes.variant(1) : nil,
            library.attributes.foreground(part(color.red), part(color.green), part(color.blue)),
            // Pango takes 0 as “not set”.
            library.attributes.alpha(max(part(color.alpha), 1)),
        ]
    }
}
