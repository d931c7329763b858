// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// One call on the main loop, later; it is not made when the delay is let go of before.
@MainActor public final class Delay {
    private let timer: MainLoop.Timer

    public init(seconds: Double, _ body: @escaping @MainActor () -> Void) { timer = MainLoop.after(seconds: seconds, body) }

    public func cancel() { timer.cancel() }
}
