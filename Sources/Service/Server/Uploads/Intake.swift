// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxCatalogue
import WindowboxContract
public import WindowboxPackager

/// Accepts files: the store, pending uploads, and the jobs that package them as videos.
public struct Intake: Sendable {
    let storage: any MediaStorage
    let uploads: Uploads
    let ingest: Ingest
    /// For temporary files.
    let workFolder: URL
    let packager: PackagerSettings

    /// The prefix of stored paths in the catalogue.
    static let address = "/media"

    /// - Parameters:
    ///   - rule: the networks that videos may be fetched from.
    ///   - mostBytes: the limit of one file in bytes.
    ///   - imports: files that clients refer to by key; nil for none.
    public init(
        catalogue: Catalogue, storage: any MediaStorage, rule: AddressRule = .publicOnly, mostBytes: Int64? = nil,
        imports: (any MediaStorage)? = nil, packager: PackagerSettings = PackagerSettings(),
        workFolder: URL = FileManager.default.temporaryDirectory
    ) {
        var limits = Uploads.Limits()
        var remoteLimits = RemoteFile.Limits()
        if let mostBytes { (limits.mostBytes, remoteLimits.mostBytes) = (mostBytes, mostBytes) }
        var configuration = Ingest.Configuration(publicAddress: Self.address)
        configuration.packager = packager
        configuration.store = imports
        configuration.workFolder = workFolder
        self.storage = storage
        self.workFolder = workFolder
        self.packager = packager
        uploads = Uploads(storage: storage, limits: limits)
        ingest = Ingest(
            catalogue: catalogue, storage: storage, uploads: uploads, remote: RemoteFile(rule: rule, limits: remoteLimits),
            configuration: configuration)
    }
}

extension Intake? {
    /// - Throws: the error for a process that accepts no files.
    func required() throws(APIError) -> Intake {
        guard let self else { throw APIError(.unavailable, "This process keeps no media. Set \"media\" to where they are kept.") }
        return self
    }
}
