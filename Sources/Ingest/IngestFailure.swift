// SPDX-License-Identifier: Apache-2.0

import WindowboxPackager

/// Why the program ends early: one line for people and a status for scripts.
struct IngestFailure: Error {
    let message: String
    let status: Int32

    init(message: String, status: Int32) {
        self.message = message
        self.status = status
    }

    /// A file that can't be packaged is another matter than a machine that can't do it.
    init(_ error: any Error) {
        message = "\(error)"
        status = (error as? PackagerError)?.isOfSource == true ? 3 : 1
    }
}
