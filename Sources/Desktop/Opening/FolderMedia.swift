// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Collects the media in a folder and its subfolders.
enum FolderMedia {
    /// Maximum number of files.
    static let capacity = 10_000
    private static let deepest = 12

    /// The media before and after a file in its folder, in natural order.
    @concurrent static func neighbours(of file: URL) async -> (previous: URL?, next: URL?) {
        let children = (try? LocalFile.children(of: file.deletingLastPathComponent())) ?? []
        let name = LocalFile.name(of: file)
        let others = children.filter { $0.kind == .file && FileKind($0.url) == .media }
            .map { (name: LocalFile.name(of: $0.url), url: $0.url) }.filter { $0.name != name && !$0.name.hasPrefix(".") }
        let before = others.filter { NaturalOrder.precedes($0.name, name) }
        let after = others.filter { NaturalOrder.precedes(name, $0.name) }
        return (
            before.max { NaturalOrder.precedes($0.name, $1.name) }?.url, after.min { NaturalOrder.precedes($0.name, $1.name) }?.url
        )
    }

    /// In natural order, each folder's files before those of its subfolders. Hidden files and symbolic links to folders are skipped.
    /// - Throws: if the folder itself can't be read; unreadable subfolders are skipped.
    static func media(in folder: URL) throws -> [URL] {
        var found: [URL] = []
        var seen = 0
        func read(_ folder: URL, _ depth: Int) throws {
            var folders: [URL] = []
            var files: [URL] = []
            for child in try LocalFile.children(of: folder) where !LocalFile.name(of: child.url).hasPrefix(".") {
                seen += 1
                guard seen < capacity * 10, found.count + files.count < capacity else { break }
                if child.kind == .folder, !child.isLink { folders.append(child.url) }
                if child.kind == .file, FileKind(child.url) == .media { files.append(child.url) }
            }
            found += sorted(files)
            guard depth < deepest else { return }
            for child in sorted(folders) {
                guard found.count < capacity else { return }
                try? read(child, depth + 1)
            }
        }
        try read(folder, 0)
        return found
    }

    private static func sorted(_ urls: [URL]) -> [URL] {
        urls.map { (name: LocalFile.name(of: $0), url: $0) }.sorted { NaturalOrder.precedes($0.name, $1.name) }.map(\.url)
    }
}
