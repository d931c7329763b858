// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxCatalogue
import WindowboxServer

/// Runs the pending migrations on a copy of the database.
struct RehearseMigrations: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rehearse", abstract: "Run the pending migrations on a copy of the database, and report what they would do.",
        discussion: """
            The database itself is only read, and the service may use it. With SQLite, the copy is a file in --folder. With PostgreSQL, it \
            is a second schema of the same database in a transaction that is rolled back: the user needs the right to create schemas, and \
            the server as much free space as the tables use.
            """)

    @OptionGroup var options: ConfigurationOptions

    @Option(help: "A folder with space for a copy of the SQLite database; by default the one for temporary files.", completion: .directory)
    var folder: String?

    func run() async throws {
        let location = folder.map { URL(fileURLWithPath: $0) } ?? FileManager.default.temporaryDirectory
        let rehearsal = try await MigrationRehearsal.run(options.configuration().database, in: location)
        guard !rehearsal.steps.isEmpty else { return print("No migration is pending.") }
        print("The database was copied in \(Self.time(rehearsal.copySeconds)). \(rehearsal.steps.count) pending:")
        for step in rehearsal.steps {
            print("\(step.name): \(Self.time(step.seconds)), \(step.rows) rows")
            for change in step.changes { print("  \(change)") }
        }
        for record in rehearsal.unreadable { print("Can't be read, and would be left as it is: \(record)") }
        print("All would succeed, in \(Self.time(rehearsal.steps.reduce(0) { $0 + $1.seconds })).")
    }

    private static func time(_ seconds: Double) -> String { String(format: "%.2f s", seconds) }
}
