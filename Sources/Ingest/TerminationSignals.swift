// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Handles SIGINT and SIGTERM.
enum TerminationSignals {
    /// - Returns: the signal sources, which watch until they are cancelled.
    static func watch(_ body: @escaping @Sendable () -> Void) -> [any DispatchSourceSignal] {
        [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { body() }
            source.activate()
            return source
        }
    }
}
