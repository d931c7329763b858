// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Synchronization
import WindowboxEngine

/// The output for sound, opened on a thread of its own while the program does other things.
final class EarlySound: Sendable {
    private let opened = Mutex<Result<PulseOutput, SoundServerError>?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    init() {
        Thread.detachNewThread { [self] in
            let result = Result { () throws(SoundServerError) in try PulseOutput(role: .video) }
            opened.withLock { $0 = result }
            isThere.signal()
        }
    }

    /// Waits until it is there; silence where no sound server answers, which is said.
    var output: any AudioOutput {
        isThere.wait()
        defer { isThere.signal() }
        switch opened.withLock({ $0 }) {
        case .success(let output): return output
        case .failure(let error): StandardError.say("no sound: \(error)")
        case nil: break
        }
        return SilentOutput()
    }
}
