// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Writes bytes to the disk. Tests replace it to simulate a full disk.
struct DiskWriting: Sendable {
    /// - Returns: the bytes written, or the negative error number.
    var write: @Sendable (Int32, UnsafeRawBufferPointer) -> Int = { file, bytes in
        let count = Glibc.write(file, bytes.baseAddress, bytes.count)
        return count < 0 ? -Int(errno) : count
    }

    /// Writes all bytes, or throws an error.
    func writeAll(_ bytes: UnsafeRawBufferPointer, to file: Int32, path: String) throws(DownloadError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = write(file, rest)
            if count == -Int(EINTR) { continue }
            guard count > 0 else { throw .disk(Int32(-count), path: path) }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }
}

extension DownloadError {
    static func disk(_ number: Int32, path: String) -> DownloadError {
        switch number {
        case ENOSPC, EDQUOT:
            DownloadError(
                .diskFull, "The disk is full at \(path); free some space and resume the download. What was loaded is kept.", url: path)
        default:
            DownloadError(.disk, "\(path) can't be written: \(String(cString: strerror(number))).", url: path)
        }
    }
}
