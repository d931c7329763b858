// SPDX-License-Identifier: Apache-2.0

import WindowboxPackager

/// Why the program ends early: a message for people and an exit status for scripts.
struct IngestFailure: Error {
    let message: String
    let status: Int32

    init(message: String, status: Int32) {
        self.message = message
        self.status = status
    }

    /// Distinguishes files that can't be packaged from machines that can't package them.
    init(_ error: any Error) {
        message = "\(error)"
        status = (error as? PackagerError)?.isOfSource == true ? 3 : 1
    }
}
