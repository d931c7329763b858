// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxPlayer

/// Writes embedded cover images to files whose URLs desktop panels can open: one file at a time, readable only by this user.
@MainActor final class CoverFile {
    private static let prefix = "windowbox-cover-"

    private let folder: URL
    private var bytes: [UInt8] = []
    private var file: URL?

    /// - Parameter folder: nil uses the session's runtime folder, which is deleted with the session.
    init(folder: URL? = nil) {
        let session = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"].flatMap { $0.isEmpty ? nil : URL(filePath: $0) }
        self.folder = folder ?? session ?? FileManager.default.temporaryDirectory
    }

    isolated deinit { remove() }

    /// URL of an image; nil if there is none or its file can't be written.
    func address(of image: ImageSource) -> String? {
        guard case .data(let bytes) = image else { return image.address() }
        if bytes == self.bytes { return file?.absoluteString }
        remove()
        removeForgotten()
        // A new name each time, because panels cache by name.
        let file = folder.appending(path: "\(Self.prefix)\(getpid())-\(UUID().uuidString)\(Self.ending(of: bytes))")
        let isWritten = FileManager.default.createFile(
            atPath: file.path, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
        (self.bytes, self.file) = (bytes, isWritten ? file : nil)
        return self.file?.absoluteString
    }

    func remove() {
        if let file { try? FileManager.default.removeItem(at: file) }
        (bytes, file) = ([], nil)
    }

    /// Removes files left behind by killed processes.
    private func removeForgotten() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where name.hasPrefix(Self.prefix) {
            guard let process = name.dropFirst(Self.prefix.count).split(separator: "-").first.flatMap({ pid_t($0) }), process > 0,
                kill(process, 0) != 0, errno == ESRCH
            else { continue }
            try? FileManager.default.removeItem(at: folder.appending(path: name))
        }
    }

    private static func ending(of bytes: [UInt8]) -> String {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return ".png" }
        if bytes.starts(with: [0xFF, 0xD8]) { return ".jpg" }
        return ""
    }
}
