// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Collects the media in a folder and its subfolders.
enum FolderMedia {
    /// Maximum number of files.
    static let capacity = 10_000
    private static let deepest = 12

    /// The media before and after a file in its folder, in natural order.
    @concurrent static func neighbours(of file: URL) async -> (previous: URL?, next: URL?) {
        let children = try? FileManager.default.contentsOfDirectory(
            at: file.deletingLastPathComponent(), includingPropertiesForKeys: [.isDirectoryKey], options: [.skipsHiddenFiles])
        let name = file.lastPathComponent
        let others = (children ?? []).filter {
            FileKind($0) == .media && $0.lastPathComponent != name
                && (try? $0.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory != true
        }
        let before = others.filter { NaturalOrder.precedes($0.lastPathComponent, name) }
        let after = others.filter { NaturalOrder.precedes(name, $0.lastPathComponent) }
        return (
            before.max { NaturalOrder.precedes($0.lastPathComponent, $1.lastPathComponent) },
            after.min { NaturalOrder.precedes($0.lastPathComponent, $1.lastPathComponent) }
        )
    }

    /// In natural order, each folder's files before those of its subfolders. Hidden files and symbolic links to folders are skipped.
    /// - Throws: if the folder itself can't be read; unreadable subfolders are skipped.
    static func media(in folder: URL) throws -> [URL] {
        var found: [URL] = []
        var seen = 0
        func read(_ folder: URL, _ depth: Int) throws {
            let keys: [URLResourceKey] = [.isDirectoryKey, .isSymbolicLinkKey]
            let children = try FileManager.default.contentsOfDirectory(
                at: folder, includingPropertiesForKeys: keys, options: [.skipsHiddenFiles])
            var folders: [URL] = []
            var files: [URL] = []
            for child in children {
                seen += 1
                guard seen < capacity * 10, found.count + files.count < capacity else { break }
                let values = try? child.resourceValues(forKeys: Set(keys))
                if values?.isDirectory == true, values?.isSymbolicLink != true { folders.append(child) }
                if values?.isDirectory != true, FileKind(child) == .media { files.append(child) }
            }
            found += files.sorted { NaturalOrder.precedes($0.lastPathComponent, $1.lastPathComponent) }
            guard depth < deepest else { return }
            for child in folders.sorted(by: { NaturalOrder.precedes($0.lastPathComponent, $1.lastPathComponent) }) {
                guard found.count < capacity else { return }
                try? read(child, depth + 1)
            }
        }
        try read(folder, 0)
        return found
    }
}
