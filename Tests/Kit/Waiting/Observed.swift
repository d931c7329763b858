// SPDX-License-Identifier: Apache-2.0

import Observation

/// Returns when a condition on observable objects of the main actor holds, immediately if it does; also if the task is cancelled.
@MainActor public func observed(_ holds: @MainActor () -> Bool) async {
    while !Task.isCancelled {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
        // Called just before the value is set: the task resumes after the setter.
        let isSo = withObservationTracking(holds) { continuation.finish() }
        if isSo { return }
        for await _ in changes {}
    }
}
