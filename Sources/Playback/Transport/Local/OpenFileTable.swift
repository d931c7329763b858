// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The files being read, by path.
///
/// A file that is removed or renamed while it is open can still be read. A reader that seeks opens the file again by its path, and must
/// then get the same file.
final class OpenFileTable: Sendable {
    private struct Entry {
        weak var file: OpenFile?
    }
    /// Several open files of one path, the newest last. Any of them may be the only one still in use.
    private let entries = Mutex<[String: [Entry]]>([:])

    func open(_ path: FilePath, url: String) -> Result<OpenFile, TransportError> {
        let opened = OpenFile.open(path.bytes, url: url)
        return entries.withLock { entries in
            switch opened {
            case .success(let file):
                if entries.count >= 64 { entries = entries.filter { $0.value.contains { $0.file != nil } } }
                let held = (entries[path.absolute] ?? []).filter { $0.file != nil }
                entries[path.absolute] = held + [Entry(file: file)]
            case .failure(let error):
                let held = entries[path.absolute]?.last { $0.file != nil }
                if error.cause == .notFound, let file = held?.file { return .success(file) }
            }
            return opened
        }
    }
}
