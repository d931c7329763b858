// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// Locks a folder for one program at a time, because two services with the same live channel would conflict.
///
/// The system releases the lock when the program ends for any reason.
final class LibraryLock {
    private let handle: Int32

    /// - Parameter folder: An existing folder.
    /// - Throws: A ``Failure`` that names the program that holds the lock.
    init(_ folder: URL) throws {
        let path = folder.appendingPathComponent("in-use").path
        // Child processes must not inherit the lock.
        let handle = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard handle >= 0 else { throw Failure.failed("cannot write \(path): \(String(cString: strerror(errno)))") }
        guard flock(handle, LOCK_EX | LOCK_NB) == 0 else {
            let cause = errno
            defer { close(handle) }
            guard cause == EWOULDBLOCK else { throw Failure.failed("cannot lock \(path): \(String(cString: strerror(cause)))") }
            let owner = Self.owner(handle).map { "process \($0)" } ?? "another process"
            throw Failure.failed("the library \(folder.path) is in use by \(owner): stop it, or choose another folder with --library")
        }
        let text = Array("\(getpid())\n".utf8)
        guard ftruncate(handle, 0) == 0, pwrite(handle, text, text.count, 0) == text.count else {
            let cause = String(cString: strerror(errno))
            close(handle)
            throw Failure.failed("cannot write \(path): \(cause)")
        }
        self.handle = handle
    }

    deinit {
        // A child process that was just forked holds a copy of the descriptor, and with it the lock, until it runs its program.
        flock(handle, LOCK_UN)
        close(handle)
    }

    private static func owner(_ handle: Int32) -> Int? {
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = pread(handle, &bytes, bytes.count, 0)
        return count > 0 ? Int(String(decoding: bytes[..<count], as: UTF8.self).filter(\.isNumber)) : nil
    }
}
