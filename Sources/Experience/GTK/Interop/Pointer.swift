// SPDX-License-Identifier: Apache-2.0

/// Any pointer type that the importer uses for a GObject: opaque and complete structs, and `gpointer`.
protocol ObjectPointer {
    var raw: UnsafeMutableRawPointer { get }
}

extension UnsafeMutablePointer: ObjectPointer {
    var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

extension OpaquePointer: ObjectPointer {
    var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

extension UnsafeMutableRawPointer: ObjectPointer {
    var raw: UnsafeMutableRawPointer { self }
}

extension ObjectPointer {
    var opaque: OpaquePointer { OpaquePointer(raw) }
    /// The pointer cast to another class or interface.
    func cast<T>(to _: T.Type = T.self) -> UnsafeMutablePointer<T> { raw.assumingMemoryBound(to: T.self) }
}
