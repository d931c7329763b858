// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The secrets that the service issued to this device's guests, by app, so that the same guests can be used again.
struct GuestSecrets {
    private let file: URL?
    private let address: String
    private var secrets: [String: String] = [:]

    /// - Parameters:
    ///   - file: shared by all services and apps; nil keeps the secrets in memory. An unreadable or unwritable file is ignored.
    ///   - address: URL of the service.
    init(file: URL?, address: String) {
        self.file = file
        self.address = address
        secrets = Self.stored(in: file) ?? [:]
    }

    private static func stored(in file: URL?) -> [String: String]? {
        guard let file, let data = try? Data(contentsOf: file) else { return nil }
        return try? JSONDecoder().decode([String: String].self, from: data)
    }

    subscript(app: String) -> String? {
        get { secrets["\(address) \(app)"] }
        set {
            // Another program may have stored secrets since.
            secrets.merge(Self.stored(in: file) ?? [:]) { $1 }
            secrets["\(address) \(app)"] = newValue
            write()
        }
    }

    private func write() {
        guard let file, let data = try? JSONEncoder().encode(secrets) else { return }
        try? FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        // Readable only by the user, and replaced atomically.
        let spare = file.appendingPathExtension("new")
        guard FileManager.default.createFile(atPath: spare.path, contents: data, attributes: [.posixPermissions: 0o600]) else { return }
        if rename(spare.path, file.path) != 0 { try? FileManager.default.removeItem(at: spare) }
    }
}
