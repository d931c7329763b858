// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A library that is loaded when it is needed.
struct SharedLibrary {
    private let name: String
    private let handle: UnsafeMutableRawPointer

    init(_ name: String) throws(CaptionDrawingError) {
        guard let handle = dlopen(name, RTLD_NOW | RTLD_GLOBAL) else { throw .missing(name) }
        (self.name, self.handle) = (name, handle)
    }

    func function<Function>(_ symbol: String, as type: Function.Type = Function.self) throws(CaptionDrawingError) -> Function {
        guard let function = dlsym(handle, symbol) else { throw .missing(name) }
        return unsafeBitCast(function, to: type)
    }
}
