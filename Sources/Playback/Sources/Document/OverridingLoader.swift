// SPDX-License-Identifier: Apache-2.0

public import WindowboxPlayer

/// Plays another stream, such as a download, instead of a loader's own, but shows that loader's metadata.
///
/// Playback starts at once, even if the loader is slow or fails.
public struct OverridingLoader<Base: AssetLoader>: AssetLoader {
    private let base: Base
    private let url: String
    private let configuration: PlaybackConfiguration

    /// - Parameter url: an absolute URL, or a local path.
    public init(_ base: Base, url: String, configuration: PlaybackConfiguration = PlaybackConfiguration()) {
        self.base = base
        self.url = url
        self.configuration = configuration
    }

    /// - Returns: nil first, then the loader's metadata.
    public func metadata() -> AsyncThrowingStream<Base.Metadata?, any Error> {
        AsyncThrowingStream { out in
            out.yield(nil)
            let listening = Task { [base] in
                do { for try await metadata in base.metadata() { out.yield(metadata) } } catch {
                    // Metadata is optional: the item plays without it.
                }
                out.finish()
            }
            out.onTermination = { _ in listening.cancel() }
        }
    }

    public func asset(for metadata: Base.Metadata?) -> Asset { .simple(url: url, configuration: configuration) }
    public func playerMetadata(for metadata: Base.Metadata??) -> PlayerMetadata { base.playerMetadata(for: metadata ?? nil) }
}
