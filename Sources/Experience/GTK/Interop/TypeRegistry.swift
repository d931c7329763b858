// SPDX-License-Identifier: Apache-2.0

import CGTK

/// GObject subclasses implemented in Swift.
enum TypeRegistry {
    /// Registers `name` as a direct subtype of `parent`.
    ///
    /// The C structs of the new type are its parent's own: the state of an instance lives in its Swift ``Object``, which
    /// the virtual functions set by `classInit` find with ``Object/existing(_:as:)``.
    static func register(_ name: String, parent: GType, classInit: @escaping GClassInitFunc) -> GType {
        var parentInfo = GTypeQuery()
        g_type_query(parent, &parentInfo)
        var info = GTypeInfo()
        info.class_size = guint16(parentInfo.class_size)
        info.instance_size = guint16(parentInfo.instance_size)
        info.class_init = classInit
        return g_type_register_static(parent, name, &info, GTypeFlags(rawValue: 0))
    }
}
