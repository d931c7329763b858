// SPDX-License-Identifier: Apache-2.0

public import Foundation
import NIOCore

/// The player for browsers, as `make web` builds it: a script, its style sheet and its WebAssembly module, in one folder.
public struct PlayerFiles: Sendable {
    struct File: Sendable {
        let mediaType: String
        let bytes: ByteBuffer
        let packed: ByteBuffer
        /// nil if the build had no Brotli.
        let brotli: ByteBuffer?
        let tag: String
    }

    private static let mediaTypes = [
        "windowbox-player.js": "text/javascript; charset=utf-8", "player.css": "text/css; charset=utf-8",
        "windowbox.wasm": "application/wasm",
    ]
    static let prefix = "/assets/player/"

    private let files: [String: File]
    /// Changes whenever one of the files does.
    private let version: String

    /// - Returns: nil if one of the files is missing.
    public init?(folder: String) {
        var files: [String: File] = [:]
        for (name, mediaType) in Self.mediaTypes {
            func read(_ name: String) -> ByteBuffer? {
                (try? Data(contentsOf: URL(filePath: folder).appending(path: name))).map { ByteBuffer(bytes: $0) }
            }
            guard let bytes = read(name) else { return nil }
            files[name] = File(
                mediaType: mediaType, bytes: bytes, packed: ContentCoding.packed(bytes, isQuick: false), brotli: read(name + ".br"),
                tag: EntityTag.of(bytes))
        }
        self.files = files
        version = files.sorted { $0.key < $1.key }.map { $0.value.tag.filter { $0.isLetter || $0.isNumber }.prefix(8) }.joined()
    }

    /// The folders in which it is looked for beside a program: as installed, and in a source tree.
    public static func folders(of program: URL) -> [String] {
        let program = program.resolvingSymlinksInPath()
        var folders = [program.deletingLastPathComponent().deletingLastPathComponent().appending(path: "share/windowbox/web")]
        var folder = program.deletingLastPathComponent()
        while folder.pathComponents.count > 1 {
            if folder.lastPathComponent == ".build" { folders.append(folder.deletingLastPathComponent().appending(path: "Web/dist")) }
            folder.deleteLastPathComponent()
        }
        return folders.map { $0.path(percentEncoded: false) }
    }

    /// The address of the script that defines `<windowbox-player>`. The other files are next to it.
    var script: String { "\(Self.prefix)\(version)/windowbox-player.js" }

    /// - Returns: the file, and whether its path has the current version. Responses for others must not be cached.
    func find(version: String, name: String) -> (file: File, isCurrent: Bool)? {
        files[name].map { ($0, version == self.version) }
    }
}
