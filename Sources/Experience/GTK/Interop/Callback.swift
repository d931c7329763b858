// SPDX-License-Identifier: Apache-2.0

/// Enters the main actor from a C callback, handing on its C arguments as one value or a tuple.
///
/// GTK calls back on the thread that runs the default main context, which is the main actor's; that is checked. Passing
/// the pointers as arguments avoids the unsafe copies that a capture would need.
func onMain<Arguments, Result>(_ arguments: Arguments, run body: @MainActor (Arguments) -> Result) -> Result {
    MainActor.preconditionIsolated()
    return withoutActuallyEscaping(body) { unsafeBitCast($0, to: ((Arguments) -> Result).self)(arguments) }
}

/// A Swift closure in a form that C can carry as user data.
final class Callback<Function> {
    let function: Function

    private init(_ function: Function) { self.function = function }

    /// User data that owns the closure until ``release(_:)``.
    static func retain(_ function: Function) -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(Callback(function)).toOpaque()
    }

    static func function(of data: UnsafeMutableRawPointer) -> Function {
        Unmanaged<Callback>.fromOpaque(data).takeUnretainedValue().function
    }

    static func release(_ data: UnsafeMutableRawPointer) {
        Unmanaged<Callback>.fromOpaque(data).release()
    }
}
