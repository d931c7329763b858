// SPDX-License-Identifier: Apache-2.0

public import WindowboxPlayer

extension Downloader {
    /// Keeps what a loader leads to, as a service does that knows media by name. The first metadata that it tells count; under a
    /// name that is taken the loader is not asked.
    ///
    /// An asset with a transport of its own is refused, because no later process would have it: give that transport to the
    /// downloader. The same holds for key providers.
    /// - Parameters:
    ///   - id: what the application calls it by.
    ///   - loader: asked for its first metadata and the asset that goes with them.
    ///   - preference: which version is kept.
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
                        .unsupported, "The asset brings its own transport; give that one to the downloader.", url: media.address)
                }
                guard !media.hasHeaders else {
                    throw DownloadError(
                        .unsupported,
                        "The asset has headers of its own, which are not kept on the disk; give the downloader a transport "
                            + "that adds them, such as OriginHeaders.", url: media.address)
                }
                return try await download(
                    id: id, url: media.address, metadata: loader.playerMetadata(for: metadata), preference: preference)
            }
        }
        throw DownloadError(.malformed, "The loader ended without naming any media.")
    }
}
