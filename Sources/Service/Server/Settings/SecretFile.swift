// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import Glibc

extension ServiceConfiguration {
    /// Reads the secrets, or creates one for a service with its own SQLite database.
    public mutating func findSecrets() throws(ConfigurationFault) {
        if let secretFile {
            settings.secrets = try SecretFile.read(secretFile)
        } else if isPostgres {
            throw ConfigurationFault(
                location: "secret-file",
                what: "With PostgreSQL, several processes can serve, and all need the same secrets. Set secret-file.")
        } else {
            settings.secrets = try SecretFile.made(database + ".secret")
        }
    }
}

/// A file of secrets, one per line.
enum SecretFile {
    /// The minimum length in bytes.
    private static let minimumBytes = 32

    static func read(_ path: String) throws(ConfigurationFault) -> [String] {
        guard let data = FileManager.default.contents(atPath: path), let text = String(data: data, encoding: .utf8) else {
            throw ConfigurationFault(location: path, what: "The secret file can't be read.")
        }
        let secrets = text.split(whereSeparator: \.isNewline).map { $0.filter { !$0.isWhitespace } }.filter { !$0.isEmpty }
        guard let first = secrets.first else { throw ConfigurationFault(location: path, what: "The file contains no secret.") }
        guard secrets.allSatisfy({ $0.utf8.count >= minimumBytes }) else {
            throw ConfigurationFault(
                location: path, what: "A secret needs at least \(minimumBytes) bytes. \"openssl rand -hex 32\" prints one.")
        }
        return [first] + secrets.dropFirst()
    }

    /// Reads the secrets, after creating the file with a new secret, readable only by its owner, if there is none.
    static func made(_ path: String) throws(ConfigurationFault) -> [String] {
        let key = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }.map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Created atomically and never overwritten: two processes that start at the same time get the same secret.
        let temporary = "\(path).\(getpid())"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            let text = Array((key.joined() + "\n").utf8)
            let isWritten = write(descriptor, text, text.count) == text.count && fsync(descriptor) == 0
            close(descriptor)
            if isWritten { link(temporary, path) }
            unlink(temporary)
        }
        return try read(path)
    }
}
