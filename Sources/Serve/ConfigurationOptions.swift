// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxCatalogue
import WindowboxServer

/// The options for the sources of settings.
struct ConfigurationOptions: ParsableArguments {
    @Option(help: "Read settings from this file.", completion: .file())
    var config: String?

    @Option(help: ArgumentHelp("Set one setting; may be given several times.", valueName: "name=value"))
    var set: [String] = []

    func configuration() throws -> ServiceConfiguration {
        let arguments = try set.map { text in
            guard let equals = text.firstIndex(of: "=") else { throw ProgramFault("--set \(text): It must be name=value.") }
            return (name: String(text[..<equals]), value: String(text[text.index(after: equals)...]))
        }
        return try ServiceConfiguration(file: config, environment: ProcessInfo.processInfo.environment, arguments: arguments)
    }

    /// Runs a body that needs only the database.
    func withCatalogue(_ body: (Catalogue) async throws -> Void) async throws {
        let catalogue = try await Catalogue(configuration().database) { record in
            FileHandle.standardError.write(Data("windowbox serve: The record of \(record) can't be read.\n".utf8))
        }
        do { try await body(catalogue) } catch {
            try? await catalogue.close()
            throw error
        }
        try await catalogue.close()
    }
}
