// SPDX-License-Identifier: Apache-2.0

import NIOCore
import WindowboxMedia

extension Instant {
    /// Now, on the clock of the event loops.
    static var monotonic: Instant { Instant(nanoseconds: Int64(NIODeadline.now().uptimeNanoseconds)) }
}
