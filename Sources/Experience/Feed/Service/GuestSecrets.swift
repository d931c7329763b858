// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the service told of guests when it made them, by app: for the same guests again.
struct GuestSecrets {
    private let file: URL?
    private let address: String
    private var secrets: [String: String] = [:]

    /// - Parameters:
    ///   - file: of all services and apps; nil keeps them in memory. One that can't be read or written is as none.
    ///   - address: of the service.
    init(file: URL?, address: String) {
        self.file = file
        self.address = address
        guard let file, let data = try? Data(contentsOf: file) else { return }
        secrets = (try? JSONDecoder().decode([String: String].self, from: data)) ?? [:]
    }

    subscript(app: String) -> String? {
        get { secrets["\(address) \(app)"] }
        set {
            secrets["\(address) \(app)"] = newValue
            write()
        }
    }

    private func write() {
        guard let file, let data = try? JSONEncoder().encode(secrets) else { return }
        try? FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        // Nobody else's; and whole or not at all.
        let spare = file.appendingPathExtension("new")
        guard FileManager.default.createFile(atPath: spare.path, contents: data, attributes: [.posixPermissions: 0o600]) else { return }
        if rename(spare.path, file.path) != 0 { try? FileManager.default.removeItem(at: spare) }
    }
}
