// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxOrigin

/// The `Date` field of responses, formatted once per second.
final class DateField: Sendable {
    private let last = Mutex((seconds: Int.min, text: ""))

    /// - Parameter seconds: since 1970.
    func text(at seconds: Int) -> String {
        last.withLock { last in
            if last.seconds != seconds { last = (seconds, httpDate(seconds: seconds)) }
            return last.text
        }
    }
}
