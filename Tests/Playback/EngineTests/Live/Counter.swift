// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Counts the requests of each path.
final class Counter: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    func next(_ path: String) -> Int {
        counts.withLock { counts in
            counts[path, default: 0] += 1
            return counts[path] ?? 0
        }
    }
}
