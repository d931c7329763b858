// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A widget that draws itself in Swift.
@MainActor protocol Drawn: Widget {
    func draw(on canvas: Canvas)
    /// The widget got a size; what changes the layout again has to wait for the next turn.
    func resized()
}

extension Drawn {
    func resized() {}
}

/// Registers widget types whose `snapshot` is ``Drawn/draw(on:)``; all else is the parent's, which is told of sizes first.
@MainActor enum DrawnType {
    static func register(_ name: String, parent: GType) -> GType {
        TypeRegistry.register(name, parent: parent) { type, _ in
            let type = type!.assumingMemoryBound(to: GtkWidgetClass.self)
            type.pointee.size_allocate = { widget, width, height, baseline in
                onMain(widget!) { widget in
                    let parent = g_type_class_peek_parent(
                        UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self).pointee.g_class)!
                    parent.assumingMemoryBound(to: GtkWidgetClass.self).pointee.size_allocate?(widget, width, height, baseline)
                    (Object.existing(widget, as: Widget.self) as? any Drawn)?.resized()
                }
            }
            type.pointee.snapshot = { widget, snapshot in
                onMain((widget!, snapshot!)) { widget, snapshot in
                    guard let drawn: any Drawn = Object.existing(widget, as: Widget.self) as? any Drawn else { return }
                    drawn.draw(on: Canvas(snapshot: snapshot.raw.opaque, owner: widget))
                }
            }
        }
    }
}
