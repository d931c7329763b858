// SPDX-License-Identifier: Apache-2.0

/// The one waking that lies ahead of who decides by a clock. An earlier one takes its place; whoever wakes asks for the later ones.
struct WakeTimer {
    private var ahead: (moment: Double, task: Task<Void, Never>)?

    mutating func ask(for moment: Double, by clock: Reporter.Clock, _ woke: @escaping @Sendable () async -> Void) {
        if let ahead, ahead.moment <= moment, ahead.moment > clock.now() { return }
        ahead?.task.cancel()
        ahead = (
            moment,
            Task {
                guard (try? await clock.sleep(moment)) != nil else { return }
                await woke()
            }
        )
    }

    mutating func come() { ahead = nil }

    mutating func cancel() {
        ahead?.task.cancel()
        ahead = nil
    }
}
