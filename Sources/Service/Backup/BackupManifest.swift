// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxCatalogue

/// What a snapshot consists of. It is written last: a snapshot without it is unfinished.
public struct BackupManifest: Codable, Hashable, Sendable {
    /// A file in the snapshot's folder.
    public struct File: Codable, Hashable, Sendable {
        public var name: String
        /// In bytes.
        public var size: Int64
        /// In hexadecimal.
        public var sha256: String
        /// The permissions of the original.
        public var mode: UInt16
    }

    public struct Media: Codable, Hashable, Sendable {
        public var list: File
        public var objects: Int
        /// In bytes.
        public var size: Int64
    }

    /// The version of this format.
    static let format = 1
    static let name = "manifest.json"
    static let checksum = "manifest.sha256"
    /// The secrets' name in a snapshot.
    static let secrets = "secrets"
    static let mediaList = "media.list"

    public var format = Self.format
    /// The version of the program that made it.
    public var program: String
    public var made: Date
    public var database: DatabaseImage
    public var databaseFiles: [File]
    /// Nil if the service had none.
    public var secrets: File?
    /// Nil if it was left out.
    public var media: Media?

    /// All files of the snapshot's folder besides the manifest.
    var files: [File] { databaseFiles + [secrets, media?.list].compactMap { $0 } }

    /// As `sha256sum` writes and checks it.
    static func checksumText(of manifest: Data) -> Data { Data("\(FileDigest.text(of: manifest))  \(name)\n".utf8) }

    var encoded: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            encoder.dateEncodingStrategy = .iso8601
            return try encoder.encode(self)
        }
    }

    /// Reads a snapshot's manifest.
    /// - Throws: ``BackupError`` if it is damaged or of a later version.
    static func read(in snapshot: URL) throws -> BackupManifest {
        let path = snapshot.appending(path: name)
        guard let data = FileManager.default.contents(atPath: path.path),
            let sum = FileManager.default.contents(atPath: snapshot.appending(path: checksum).path)
        else { throw BackupError.damaged(path.path, "it can't be read") }
        guard sum == Self.checksumText(of: data) else {
            throw BackupError.damaged(path.path, "its checksum is wrong")
        }
        // The version decides how to read the rest.
        struct Format: Decodable { let format: Int }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        guard let format = try? decoder.decode(Format.self, from: data).format else {
            throw BackupError.damaged(path.path, "it isn't a manifest")
        }
        guard format <= Self.format else { throw BackupError.newer(format) }
        do {
            let manifest = try decoder.decode(BackupManifest.self, from: data)
            try manifest.database.check()
            return manifest
        } catch let error as DecodingError { throw BackupError.damaged(path.path, "it isn't a manifest: \(error)") }
    }
}
