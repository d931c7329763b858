// SPDX-License-Identifier: Apache-2.0

/// An address, a message or a setting that can't be used for e-mail.
public struct MailFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The cause and the remedy.
    public let description: String

    public init(_ description: String) { self.description = description }
}
