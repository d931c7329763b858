// SPDX-License-Identifier: Apache-2.0

/// An error that ends a command: a message for people and an exit status for scripts.
struct Failure: Error {
    let message: String
    let status: Int32

    /// A failure of the machine, a file or the program.
    static func failed(_ message: String) -> Failure { Failure(message: message, status: 1) }
    static func usage(_ message: String) -> Failure { Failure(message: message, status: 2) }
    /// A failure of the media or the network.
    static func media(_ message: String) -> Failure { Failure(message: message, status: 3) }
}
