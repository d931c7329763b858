// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A file that other users of this machine must not read.
enum PrivateFile {
    /// Creates a file and its folder for the owner only, or removes everybody's permissions from an
    /// existing file. Permissions of the group are kept.
    ///
    /// SQLite creates its auxiliary files with the permissions of the database.
    static func make(_ path: String) throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if file >= 0 { return _ = close(file) }
        guard errno == EEXIST else { throw CatalogueError.unreachable("\(path): \(String(cString: strerror(errno)))") }
        for name in [path, path + "-wal", path + "-shm"] {
            var facts = stat()
            if stat(name, &facts) == 0, facts.st_mode & 0o007 != 0 { chmod(name, facts.st_mode & 0o7770) }
        }
    }
}
