// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Why a backup can't be made, read or restored.
public struct BackupError: Error, Hashable, Sendable, CustomStringConvertible {
    private enum Code: Hashable, Sendable { case damaged, occupied, unknown, busy, failed }
    private let code: Code
    /// Cause, location and remedy.
    public let description: String

    /// A file of the backup is missing or has another content than when it was written.
    public var isDamaged: Bool { code == .damaged }
    /// The target of a restore isn't empty.
    public var isOccupied: Bool { code == .occupied }

    static func damaged(_ location: String, _ cause: String) -> Self {
        Self(
            code: .damaged,
            description: "The backup is damaged at \(location): \(cause). Restore another snapshot, or one from another disk.")
    }
    static func occupied(_ location: String, _ cause: String) -> Self {
        Self(code: .occupied, description: "\(location) \(cause). Restore into an empty place, or move it away first.")
    }
    static func unknown(_ cause: String) -> Self { Self(code: .unknown, description: cause) }
    static func newer(_ format: Int) -> Self {
        Self(
            code: .unknown,
            description: "A later version of this program made the snapshot (format \(format)). Restore it with that version.")
    }
    static func busy(_ folder: String) -> Self {
        Self(code: .busy, description: "Another process is using the backup in \(folder). Wait until it has finished.")
    }
    static func failed(_ location: String, _ cause: String) -> Self {
        Self(code: .failed, description: "\(location): \(cause). Check its permissions and the free space.")
    }
    static func system(_ location: String, _ number: Int32) -> Self { failed(location, String(cString: strerror(number))) }
}
