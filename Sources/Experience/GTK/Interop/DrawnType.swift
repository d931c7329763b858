// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A widget that draws itself in Swift.
@MainActor protocol Drawn: Widget {
    func draw(on canvas: Canvas)
    /// The widget's size changed. Layout changes must wait for the next main-loop turn.
    func resized()
}

extension Drawn {
    func resized() {}
}

/// Registers widget types whose `snapshot` calls ``Drawn/draw(on:)``. `size_allocate` calls the parent's first; everything else is
/// inherited.
@MainActor enum DrawnType {
    static func register(_ name: String, parent: GType) -> GType {
        TypeRegistry.register(name, parent: parent) { type, _ in DrawnType.draw(type!) }
    }

    /// Registers a drawn type with children, which are unparented on disposal.
    static func registerContainer(_ name: String, parent: GType) -> GType {
        TypeRegistry.register(name, parent: parent) { type, _ in
            DrawnType.draw(type!)
            type!.assumingMemoryBound(to: GObjectClass.self).pointee.dispose = { object in
                onMain(object!) { object in
                    let widget = UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self)
                    while let child = gtk_widget_get_first_child(widget) { gtk_widget_unparent(child) }
                    DrawnType.parentClass(of: object, as: GObjectClass.self).pointee.dispose?(object)
                }
            }
        }
    }

    private static func parentClass<Class>(of object: UnsafeMutableRawPointer, as _: Class.Type) -> UnsafeMutablePointer<Class> {
        g_type_class_peek_parent(object.assumingMemoryBound(to: GTypeInstance.self).pointee.g_class)!.assumingMemoryBound(to: Class.self)
    }

    private nonisolated static func draw(_ type: UnsafeMutableRawPointer) {
        let type = type.assumingMemoryBound(to: GtkWidgetClass.self)
        type.pointee.size_allocate = { widget, width, height, baseline in
            onMain(widget!) { widget in
                DrawnType.parentClass(of: UnsafeMutableRawPointer(widget), as: GtkWidgetClass.self).pointee.size_allocate?(
                    widget, width, height, baseline)
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
