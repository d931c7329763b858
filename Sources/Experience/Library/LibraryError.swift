// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Why a library is not, or only partly, stored on disk; playback continues with what is in memory.
public struct LibraryError: Error, Equatable, Sendable, CustomStringConvertible {
    private enum Code {
        case damaged, locked, unwritable, full, newer, failed
    }

    private let code: Code
    /// The file concerned.
    public let file: URL
    public let description: String

    private init(_ code: Code, _ file: URL, _ description: String) {
        self.code = code
        self.file = file
        self.description = description
    }

    /// The damaged file was renamed, and a new one has replaced it.
    static func damaged(_ file: URL, aside: URL) -> Self {
        Self(
            .damaged, file,
            "The history couldn’t be read; a new one was started. The damaged file is kept as “\(aside.lastPathComponent)” beside it."
        )
    }

    static func locked(_ file: URL) -> Self {
        Self(
            .locked, file,
            "The history is in use by another program, so nothing is saved for now. Close that program, or start Windowbox again later.")
    }

    static func unwritable(_ file: URL) -> Self {
        Self(
            .unwritable, file,
            "The history can’t be written, so nothing is saved. Make “\(file.deletingLastPathComponent().path)” writable.")
    }

    static func full(_ file: URL) -> Self {
        Self(.full, file, "The disk is full, so the history isn’t saved. It will be saved once there is space again.")
    }

    static func newer(_ file: URL) -> Self {
        Self(.newer, file, "The history was created by a newer version of Windowbox and won’t be changed. Update Windowbox.")
    }

    static func failed(_ file: URL, _ cause: String) -> Self {
        Self(.failed, file, "The history can’t be saved (\(cause)). Its file is “\(file.path)”.")
    }

    public var isDamage: Bool { code == .damaged }
    public var isLock: Bool { code == .locked }
    public var isFullDisk: Bool { code == .full }
    public var isUnwritable: Bool { code == .unwritable }
    public var isFromNewerVersion: Bool { code == .newer }
}
