// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// One delayed call on the main loop; cancelled when the object is released.
@MainActor public final class Delay {
    private let timer: MainLoop.Timer

    public init(seconds: Double, _ body: @escaping @MainActor () -> Void) { timer = MainLoop.after(seconds: seconds, body) }

    public func cancel() { timer.cancel() }
}
