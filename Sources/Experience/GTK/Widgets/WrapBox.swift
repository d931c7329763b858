// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Children in as many lines as needed, each at its natural width.
public final class WrapBox: Box {
    /// Logical pixels between children and between lines.
    fileprivate static let (spacing, lineSpacing): (Int32, Int32) = (8, 4)

    /// Marks the setting of ``init(centersLines:_:)`` for the layout function, which has only the widget.
    fileprivate static let centered = "lines-centered"

    /// - Parameter centersLines: centres each line; otherwise lines are aligned to the start.
    public init(centersLines: Bool = false, @WidgetBuilder _ children: () -> [Widget] = { [] }) {
        super.init(.horizontal, children)
        setCSSClass(Self.centered, centersLines)
        gtk_widget_set_layout_manager(
            widget,
            gtk_custom_layout_new(
                { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
                { box, orientation, available, minimum, natural, minimumBaseline, naturalBaseline in
                    let parts = Part.all(in: box)
                    if orientation == GTK_ORIENTATION_HORIZONTAL {
                        minimum?.pointee = parts.map(\.minimum).max() ?? 0
                        natural?.pointee = parts.map(\.width).reduce(0, +) + WrapBox.spacing * Int32(max(0, parts.count - 1))
                    } else {
                        let height = WrapBox.lines(of: parts, available < 0 ? .max : available).height
                        minimum?.pointee = height
                        natural?.pointee = height
                    }
                    minimumBaseline?.pointee = -1
                    naturalBaseline?.pointee = -1
                },
                { box, width, _, _ in
                    let isMirrored = gtk_widget_get_direction(box) == GTK_TEXT_DIR_RTL
                    let isCentered = gtk_widget_has_css_class(box, WrapBox.centered) != 0
                    for (part, area) in WrapBox.lines(of: Part.all(in: box), width, isCentered: isCentered).areas {
                        var point = graphene_point_t(
                            x: Float(isMirrored ? width - area.x - area.width : area.x), y: Float(area.y))
                        gtk_widget_allocate(part.widget, area.width, area.height, -1, gsk_transform_translate(nil, &point))
                    }
                }))
    }

    private struct Part {
        var widget: UnsafeMutablePointer<GtkWidget>
        var minimum: Int32
        var width: Int32

        static func all(in box: UnsafeMutablePointer<GtkWidget>?) -> [Part] {
            var parts: [Part] = []
            var next = gtk_widget_get_first_child(box)
            while let child = next {
                next = gtk_widget_get_next_sibling(child)
                guard gtk_widget_should_layout(child) != 0 else { continue }
                var (minimum, natural): (Int32, Int32) = (0, 0)
                gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, nil, nil)
                parts.append(Part(widget: child, minimum: minimum, width: natural))
            }
            return parts
        }

        func height(at width: Int32) -> Int32 {
            var natural: Int32 = 0
            gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, width, nil, &natural, nil, nil)
            return natural
        }
    }

    private struct Area {
        var (x, y, width, height): (Int32, Int32, Int32, Int32)
    }

    private static func lines(of parts: [Part], _ available: Int32, isCentered: Bool = false) -> (areas: [(Part, Area)], height: Int32) {
        var areas: [(Part, Area)] = []
        var (y, height): (Int32, Int32) = (0, 0)
        for line in LineBreaks.lines(of: parts.map(\.width), spacing: spacing, available: available) {
            if !line.isEmpty, y + height > 0 { y += height + lineSpacing }
            let widths = line.map { max(parts[$0].minimum, min(parts[$0].width, available)) }
            let heights = zip(line, widths).map { parts[$0].height(at: $1) }
            height = heights.max() ?? 0
            let length = widths.reduce(0, +) + spacing * Int32(widths.count - 1)
            var x = isCentered ? max(0, (available - length) / 2) : 0
            for (number, index) in line.enumerated() {
                // Centred vertically in the line.
                let top = y + (height - heights[number]) / 2
                areas.append((parts[index], Area(x: x, y: top, width: widths[number], height: heights[number])))
                x += widths[number] + spacing
            }
        }
        return (areas, y + height)
    }
}

/// Breaks a row of items into lines.
enum LineBreaks {
    /// - Returns: the indices of each line; an item wider than the available width gets its own line.
    static func lines(of widths: [Int32], spacing: Int32, available: Int32) -> [[Int]] {
        var lines: [[Int]] = []
        var end: Int32 = 0
        for (index, width) in widths.enumerated() {
            let begins = lines.isEmpty || end > available - spacing || width > available - spacing - end
            if begins { lines.append([]) }
            lines[lines.count - 1].append(index)
            end = begins ? width : end + spacing + width
        }
        return lines
    }
}
