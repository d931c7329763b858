// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// What the content steering server has said so far, and when it is asked again.
struct SteeringState: Sendable {
    /// Absolute; nil without content steering or once it was told to stop.
    var url: String?
    var priority: [String] = []
    var timeToLive = 300.0
    var nextLoad: Instant?
    var load: LoadID?
    var failures = 0
}
