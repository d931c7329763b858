// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxServer

/// The service is a separate program, so that users of the player neither load nor build a server. `windowbox serve` starts it.
@main struct ServiceProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "windowbox serve",
        abstract: "Serves feeds, videos and their data to players and apps.",
        usage: """
            windowbox serve [--config <file>] [--set <name=value> ...] [--check]
            windowbox serve add-client <name> --business <id> [--scopes <scopes>]
            windowbox serve remove-client <id>
            windowbox serve add-app <name> [--business <id>] [--id <id>]
            windowbox serve recommendations [--app <id>] [--days <number>] [--json]
            windowbox serve recommendations --simulate [--seed <number>] [--json]
            windowbox serve backup <folder> [--keep <number>] [--skip-media]
            windowbox serve verify-backup <folder> [--snapshot <name>]
            windowbox serve restore <folder> [--snapshot <name>] [--skip-media]
            windowbox serve rehearse [--folder <folder>]
            """,
        discussion: ConfigurationHelp.text,
        version: ServiceVersion.text,
        subcommands: [
            Run.self, AddClient.self, RemoveClient.self, AddApp.self, MakeBackup.self, VerifyBackup.self, RestoreBackup.self,
            RehearseMigrations.self, SeedDatabase.self, JudgeRecommendations.self,
        ],
        defaultSubcommand: Run.self)

    /// The usual entry point, with exit status 2 for wrong usage, like `windowbox`.
    static func main() async {
        // Other users of this machine must not access database, media and secrets. A stricter umask is kept.
        umask(umask(0o077) | 0o027)
        do {
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand { try await asynchronous.run() } else { try command.run() }
        } catch {
            switch exitCode(for: error) {
            case .success: exit(withError: error)
            case .validationFailure:
                FileHandle.standardError.write(Data((fullMessage(for: error) + "\n").utf8))
                Foundation.exit(2)
            case let code:
                FileHandle.standardError.write(Data("windowbox serve: \(error)\n".utf8))
                // An invalid setting counts as wrong usage.
                Foundation.exit(error is ConfigurationFault ? 2 : code.rawValue)
            }
        }
    }
}

/// A fatal error, reported in one line.
struct ProgramFault: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
