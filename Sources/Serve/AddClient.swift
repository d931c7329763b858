// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxCatalogue
import WindowboxContract
import WindowboxServer

/// Creates a client with which a program can manage a business.
struct AddClient: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add-client", abstract: "Create a client for a program that manages a business. Creates the business if necessary.",
        discussion:
            "Prints the client's id and its secret, shown only once. Scopes are \(ClientProgram.allScopes.joined(separator: ", "))."
    )

    @OptionGroup var options: ConfigurationOptions

    @Argument(help: "The program's name.") var name: String

    @Option(help: "The id of the business.") var business: String

    @Option(help: "The scopes that it may use, separated by commas; all by default.") var scopes: String?

    func run() async throws {
        let scopes = scopes.map { $0.split(separator: ",").map { $0.filter { $0 != " " } } } ?? ClientProgram.allScopes
        if let unknown = scopes.first(where: { !ClientProgram.allScopes.contains($0) }) {
            throw ProgramFault("--scopes: There is no scope \(unknown). Scopes are \(ClientProgram.allScopes.joined(separator: ", ")).")
        }
        guard OpaqueID.isWellFormed(business) else { throw ProgramFault("--business: An id is 1 to 16 letters, digits, - and _.") }
        try await options.withCatalogue { catalogue in
            _ = try await catalogue.resources.add(Business(id: business, name: business), at: Date())
            let (client, secret) = ClientProgram.make(business: business, name: name, scopes: scopes, at: Date())
            try await catalogue.resources.save(client, at: Date())
            print("client_id     \(client.id)\nclient_secret \(secret)")
        }
    }
}

/// Deletes a client: its tokens and Studio sessions are rejected from the next request on.
struct RemoveClient: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove-client", abstract: "Remove a client. Its tokens and Studio sessions end at once.")

    @OptionGroup var options: ConfigurationOptions

    @Argument(help: "The id of the client.") var id: String

    func run() async throws {
        try await options.withCatalogue { catalogue in
            guard try await catalogue.resources.delete(ClientProgram.self, id: id) else {
                throw ProgramFault("There is no client with the id \(id).")
            }
        }
    }
}

/// Creates an app that can show feeds.
struct AddApp: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "add-app", abstract: "Create an app that shows feeds. Prints its id.")

    @OptionGroup var options: ConfigurationOptions

    @Argument(help: "The app's name.") var name: String

    @Option(help: "The id of the business to which the app belongs.") var business: String?

    @Option(help: "The app's id; a new one by default.") var id: String?

    func run() async throws {
        let id = id ?? OpaqueID.make()
        guard OpaqueID.isWellFormed(id) else { throw ProgramFault("--id: An id is 1 to 16 letters, digits, - and _.") }
        try await options.withCatalogue { catalogue in
            var app = ClientApp(id: id, name: name, createdAt: Date())
            app.businessID = business
            guard try await catalogue.resources.add(app, at: Date()) else {
                throw ProgramFault("--id: There is already an app with the id \(id).")
            }
            print(id)
        }
    }
}
