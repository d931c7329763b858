// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Synchronization

/// The open connections of an origin.
final class Connections: Sendable {
    private struct State {
        var next = 0
        var open: [Int: any Channel] = [:]
        var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }
    private let state = Mutex(State())

    var count: Int { state.withLock { $0.open.count } }

    /// Returns the number of the new connection.
    func add(_ channel: any Channel) -> Int {
        let number = state.withLock { state in
            state.open[state.next] = channel
            state.next += 1
            return state.next - 1
        }
        channel.closeFuture.whenComplete { _ in self.remove(number) }
        return number
    }

    private func remove(_ number: Int) {
        let ready = state.withLock { state in
            state.open[number] = nil
            let count = state.open.count
            let ready = state.waiters.filter { $0.count >= count }
            state.waiters.removeAll { $0.count >= count }
            return ready
        }
        for waiter in ready { waiter.continuation.resume() }
    }

    func fall(to count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.open.count <= count { return true }
                state.waiters.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    func closeAll() {
        for channel in state.withLock({ $0.open.values }) { channel.close(promise: nil) }
    }
}
