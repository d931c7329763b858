// SPDX-License-Identifier: Apache-2.0

import Observation

/// Returns once a condition on observable objects holds, checked after each change of what it reads.
@MainActor func until(_ condition: @MainActor () -> Bool) async {
    while true {
        let (changes, notify) = AsyncStream<Void>.makeStream()
        if withObservationTracking(condition, onChange: { notify.yield() }) { return }
        for await _ in changes { break }
    }
}
