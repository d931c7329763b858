// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxCatalogue
import WindowboxContract
public import WindowboxPackager

/// What takes files in: the store, uploads on their way, and the jobs that make videos of them.
public struct Intake: Sendable {
    let storage: any MediaStorage
    let uploads: Uploads
    let ingest: Ingest
    /// For files on their way.
    let workFolder: URL
    let packager: PackagerSettings

    /// Where what lies in the store is found, as the catalogue has it: a path of this service.
    static let address = "/media"

    /// - Parameters:
    ///   - rule: which networks videos may be fetched from.
    ///   - mostBytes: of one file.
    ///   - imports: files that clients name by key; nil: none.
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
    /// - Throws: what a process answers that takes nothing in.
    func required() throws(APIError) -> Intake {
        guard let self else { throw APIError(.unavailable, "This process keeps no media. Set \"media\" to where they are kept.") }
        return self
    }
}
