// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a person or a supervisor does to end a program.
enum Interruption {
    /// - Returns: what watches, until it is cancelled.
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
