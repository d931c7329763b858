// SPDX-License-Identifier: Apache-2.0

public import WindowboxPlayer

extension Downloader {
    /// Downloads what a loader provides, such as media from a service that identifies it by name. The loader's first metadata is used. If
    /// the identifier is taken, the loader is not asked.
    ///
    /// An asset with its own transport is refused, because later processes could not use it: pass that transport to the downloader instead.
    /// The same applies to key providers.
    /// - Parameters:
    ///   - id: the application's identifier.
    ///   - loader: asked for its first metadata and the corresponding asset.
    ///   - preference: which version to download.
    /// - Throws: the loader's error, the asset's when it is unavailable, or ``DownloadError``.
    @discardableResult public func download<Loader: AssetLoader>(
        id: String, loader: Loader, preference: DownloadPreference = DownloadPreference()
    ) async throws -> Download {
        if let existing = download(id: id) { return existing }
        for try await metadata in loader.metadata() {
            switch loader.asset(for: metadata).source {
            case .unavailable(let error): throw error
            case .media(let media):
                guard media.loader == nil else {
                    throw DownloadError(
                        .unsupported, "The asset has its own transport; give it to the downloader instead.", url: media.address)
                }
                guard !media.hasHeaders else {
                    throw DownloadError(
                        .unsupported,
                        "The asset has its own headers, which are not stored; give the downloader a transport "
                            + "that adds them, such as OriginHeaders.", url: media.address)
                }
                return try await download(
                    id: id, url: media.address, metadata: loader.playerMetadata(for: metadata), preference: preference)
            }
        }
        throw DownloadError(.malformed, "The loader ended without providing any media.")
    }
}
