// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxCatalogue
import WindowboxContract
import WindowboxPackager

/// Options for the service that videos are added to.
struct CatalogueOptions: ParsableArguments {
    @Option(help: "The database: an SQLite file, or postgresql://….")
    var catalogue: String?

    @Option(
        help: "The media store: a folder, or s3://bucket?endpoint=https://host (keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY).")
    var storage: String?

    @Option(help: "The store from which the service's clients import files by key (its import-store), for --work.")
    var importStore: String?

    @Option(help: "The URL at which players reach the store.")
    var publicAddress: String?

    @Option(help: "The id of the channel, which is created if necessary.")
    var channel: String?

    @Option(help: "The videos' caption; their files' names by default.")
    var caption: String?

    @Option(help: "Hashtags of the videos, separated by commas.")
    var hashtags: String?

    func validate(needsChannel: Bool) throws {
        guard catalogue != nil else {
            if storage != nil || channel != nil || publicAddress != nil || importStore != nil {
                throw ValidationError("--storage, --import-store, --channel and --public-address go with --catalogue")
            }
            return
        }
        guard storage != nil, publicAddress != nil else { throw ValidationError("--catalogue needs --storage and --public-address") }
        guard let address = publicAddress, address.hasPrefix("http://") || address.hasPrefix("https://") || address.hasPrefix("/") else {
            throw ValidationError("--public-address takes http://…, https://… or a path")
        }
        if needsChannel {
            guard let channel, OpaqueID.isWellFormed(channel) else {
                throw ValidationError("--catalogue needs --channel with an id: 1 to 16 letters, digits, - and _")
            }
        }
    }

    /// Opens the database and the store for the duration of a body.
    func withIngest(_ settings: PackagerSettings, _ body: (Ingest, Catalogue) async throws -> Void) async throws {
        let address = publicAddress.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 } ?? ""
        let catalogue = try await Catalogue(catalogue ?? "") { record in
            FileHandle.standardError.write(Data("windowbox ingest: The record of \(record) can't be read.\n".utf8))
        }
        do {
            let storage = try StorageSetting.open(storage ?? "")
            var configuration = Ingest.Configuration(publicAddress: address)
            configuration.packager = settings
            configuration.store = try importStore.map { try StorageSetting.open($0) }
            let ingest = Ingest(
                catalogue: catalogue, storage: storage, uploads: Uploads(storage: storage), remote: RemoteDownloader(),
                configuration: configuration)
            try await body(ingest, catalogue)
        } catch {
            try? await catalogue.close()
            throw error
        }
        try await catalogue.close()
    }
}
