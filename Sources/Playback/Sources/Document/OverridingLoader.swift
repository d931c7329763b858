// SPDX-License-Identifier: Apache-2.0

public import WindowboxPlayer

/// Plays another stream, such as a download, in place of the one that a loader names, and shows what that loader tells.
///
/// It plays at once: neither a loader that is slow nor one that fails keeps it from that.
public struct OverridingLoader<Base: AssetLoader>: AssetLoader {
    private let base: Base
    private let url: String
    private let configuration: PlaybackConfiguration

    /// - Parameter url: absolute, or a path of this machine.
    public init(_ base: Base, url: String, configuration: PlaybackConfiguration = PlaybackConfiguration()) {
        self.base = base
        self.url = url
        self.configuration = configuration
    }

    /// - Returns: nil first, then what the loader tells.
    public func metadata() -> AsyncThrowingStream<Base.Metadata?, any Error> {
        AsyncThrowingStream { out in
            out.yield(nil)
            let listening = Task { [base] in
                do { for try await metadata in base.metadata() { out.yield(metadata) } } catch {
                    // What can't be told more of is played all the same.
                }
                out.finish()
            }
            out.onTermination = { _ in listening.cancel() }
        }
    }

    public func asset(for metadata: Base.Metadata?) -> Asset { .simple(url: url, configuration: configuration) }
    public func playerMetadata(for metadata: Base.Metadata??) -> PlayerMetadata { base.playerMetadata(for: metadata ?? nil) }
}
