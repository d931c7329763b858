// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The credentials for Studio: a client of the sample business, created once and stored next to the library, readable by its owner only.
struct StudioCredentials: Codable, Sendable {
    let client: String
    let secret: String

    /// The stored credentials, or new ones.
    ///
    /// - Throws: ``Failure``.
    static func make(_ library: DemoLibrary) async throws -> StudioCredentials {
        let file = library.folder.appendingPathComponent("studio.json")
        if let kept = try? JSONDecoder().decode(StudioCredentials.self, from: Data(contentsOf: file)) { return kept }
        let output = try await ChildProgram.output(
            "windowbox-service", ["add-client", "Studio", "--business", DemoLibrary.business, "--set", "database=\(library.database)"])
        let words = output.split(whereSeparator: \.isWhitespace).map(String.init)
        guard words.count == 4, words[0] == "client_id", words[2] == "client_secret" else {
            throw Failure.failed("cannot create a client for Studio: \(output)")
        }
        let made = StudioCredentials(client: words[1], secret: words[3])
        do {
            let data = try JSONEncoder().encode(made)
            guard FileManager.default.createFile(atPath: file.path, contents: data, attributes: [.posixPermissions: 0o600]) else {
                throw CocoaError(.fileWriteUnknown)
            }
        } catch { throw Failure.failed("cannot write \(file.path): \(error.localizedDescription)") }
        return made
    }
}
