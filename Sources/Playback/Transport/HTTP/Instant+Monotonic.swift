// SPDX-License-Identifier: Apache-2.0

import NIOCore
import WindowboxMedia

extension Instant {
    /// The current time of the event loops' clock.
    static var monotonic: Instant { Instant(nanoseconds: Int64(NIODeadline.now().uptimeNanoseconds)) }
}
