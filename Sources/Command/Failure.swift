// SPDX-License-Identifier: Apache-2.0

/// Why a command ends early: one line for people and a status for scripts.
struct Failure: Error {
    let message: String
    let status: Int32

    /// The machine, a file or the program itself failed.
    static func failed(_ message: String) -> Failure { Failure(message: message, status: 1) }
    static func usage(_ message: String) -> Failure { Failure(message: message, status: 2) }
    /// The media or the network failed.
    static func media(_ message: String) -> Failure { Failure(message: message, status: 3) }
}
