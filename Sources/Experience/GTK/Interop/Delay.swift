// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// One delayed call on the main loop; cancelled when the object is released.
@MainActor public final class Delay {
    private let timer: MainLoop.Timer

    /// - Parameters:
    ///   - seconds: time until `body` is called, from the main loop.
    ///   - body: not called once the object has been released.
    public init(seconds: Double, _ body: @escaping @MainActor () -> Void) { timer = MainLoop.after(seconds: seconds, body) }

    /// Prevents the call, if it hasn't happened yet.
    public func cancel() { timer.cancel() }
}
