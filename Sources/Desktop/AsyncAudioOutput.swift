// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Synchronization
import WindowboxEngine

/// The audio output, opened on a separate thread while the program starts.
final class AsyncAudioOutput: Sendable {
    private let opened = Mutex<Result<PulseOutput, SoundServerError>?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    init() {
        Thread.detachNewThread { [self] in
            let result = Result { () throws(SoundServerError) in try PulseOutput(role: .video) }
            opened.withLock { $0 = result }
            isThere.signal()
        }
    }

    /// Whether no sound server answers; waits until that is known.
    var isSilent: Bool {
        isThere.wait()
        defer { isThere.signal() }
        return opened.withLock { if case .success? = $0 { false } else { true } }
    }

    /// Waits until it is open; silent output, with a message, if no sound server answers.
    var output: any AudioOutput {
        isThere.wait()
        defer { isThere.signal() }
        switch opened.withLock({ $0 }) {
        case .success(let output): return output
        case .failure(let error): StandardError.write("no sound: \(error)")
        case nil: break
        }
        return SilentOutput()
    }
}
