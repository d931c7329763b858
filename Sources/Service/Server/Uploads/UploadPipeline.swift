// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxCatalogue
import WindowboxContract
public import WindowboxPackager

/// Accepts files: the store, pending uploads, and the jobs that package them as videos.
public struct UploadPipeline: Sendable {
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
    ///   - maxBytes: the limit of one file in bytes.
    ///   - playbackSeconds: the lifetime of media URLs; nil if they don't expire.
    ///   - imports: files that clients refer to by key; nil for none.
    public init(
        catalogue: Catalogue, storage: any MediaStorage, rule: AddressPolicy = .publicOnly, maxBytes: Int64? = nil,
        playbackSeconds: Int? = nil, imports: (any MediaStorage)? = nil, packager: PackagerSettings = PackagerSettings(),
        workFolder: URL = FileManager.default.temporaryDirectory
    ) {
        var limits = Uploads.Limits()
        var remoteLimits = RemoteDownloader.Limits()
        if let maxBytes { (limits.maxBytes, remoteLimits.maxBytes) = (maxBytes, maxBytes) }
        var configuration = Ingest.Configuration(publicAddress: Self.address)
        configuration.packager = packager
        // A URL's expiry is rounded up. Sessions of stitched streams, and viewers without a URL that expires, get a day.
        configuration.replacedPackageSeconds = max(86_400, 1.25 * Double(playbackSeconds ?? 0))
        configuration.store = imports
        configuration.workFolder = workFolder
        self.storage = storage
        self.workFolder = workFolder
        self.packager = packager
        uploads = Uploads(storage: storage, limits: limits)
        ingest = Ingest(
            catalogue: catalogue, storage: storage, uploads: uploads, remote: RemoteDownloader(rule: rule, limits: remoteLimits),
            configuration: configuration)
    }
}

extension UploadPipeline? {
    /// - Throws: the error for a process that accepts no files.
    func required() throws(APIError) -> UploadPipeline {
        guard let self else { throw APIError(.unavailable, "This process stores no media. Set \"media\" to the media store.") }
        return self
    }
}
