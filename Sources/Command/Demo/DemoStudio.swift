// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What Studio asks for at its door: a client of the sample business, made once and kept beside the library for its owner alone.
struct DemoStudio: Codable, Sendable {
    let client: String
    let secret: String

    /// The one that is kept, or a new one.
    ///
    /// - Throws: ``Failure``.
    static func make(_ library: DemoLibrary) async throws -> DemoStudio {
        let file = library.folder.appendingPathComponent("studio.json")
        if let kept = try? JSONDecoder().decode(DemoStudio.self, from: Data(contentsOf: file)) { return kept }
        let said = try await ChildProgram.output(
            "windowbox-service", ["add-client", "Studio", "--business", DemoLibrary.business, "--set", "database=\(library.database)"])
        let words = said.split(whereSeparator: \.isWhitespace).map(String.init)
        guard words.count == 4, words[0] == "client_id", words[2] == "client_secret" else {
            throw Failure.failed("no client could be made for Studio: \(said)")
        }
        let made = DemoStudio(client: words[1], secret: words[3])
        do {
            let data = try JSONEncoder().encode(made)
            guard FileManager.default.createFile(atPath: file.path, contents: data, attributes: [.posixPermissions: 0o600]) else {
                throw CocoaError(.fileWriteUnknown)
            }
        } catch { throw Failure.failed("\(file.path) can't be written: \(error.localizedDescription)") }
        return made
    }
}
