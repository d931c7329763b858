// SPDX-License-Identifier: Apache-2.0

import Observation

/// Returns once a condition on observable objects of the main actor holds, at once if it does; also when the task is cancelled.
@MainActor public func observed(_ holds: @MainActor () -> Bool) async {
    while !Task.isCancelled {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
        // Told just before the value is set: the task goes on after whoever sets it.
        let isSo = withObservationTracking(holds) { continuation.finish() }
        if isSo { return }
        for await _ in changes {}
    }
}
