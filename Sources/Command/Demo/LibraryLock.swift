// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// Keeps a folder for one program at a time: two services with one live channel would take it from each other.
///
/// The system lets go of it when the program ends, however it ends.
final class LibraryLock {
    private let handle: Int32

    /// - Parameter folder: which there is already.
    /// - Throws: ``Failure``, which names the program that has it.
    init(_ folder: URL) throws {
        let path = folder.appendingPathComponent("in-use").path
        // What this program starts must not hold on to it.
        let handle = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard handle >= 0 else { throw Failure.failed("\(path) can't be written: \(String(cString: strerror(errno)))") }
        guard flock(handle, LOCK_EX | LOCK_NB) == 0 else {
            let cause = errno
            defer { close(handle) }
            guard cause == EWOULDBLOCK else { throw Failure.failed("\(path) can't be locked: \(String(cString: strerror(cause)))") }
            let owner = Self.owner(handle).map { "process \($0)" } ?? "another process"
            throw Failure.failed("the library \(folder.path) is in use by \(owner): end that, or choose another folder with --library")
        }
        let text = Array("\(getpid())\n".utf8)
        guard ftruncate(handle, 0) == 0, pwrite(handle, text, text.count, 0) == text.count else {
            let cause = String(cString: strerror(errno))
            close(handle)
            throw Failure.failed("\(path) can't be written: \(cause)")
        }
        self.handle = handle
    }

    deinit { close(handle) }

    private static func owner(_ handle: Int32) -> Int? {
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = pread(handle, &bytes, bytes.count, 0)
        return count > 0 ? Int(String(decoding: bytes[..<count], as: UTF8.self).filter(\.isNumber)) : nil
    }
}
