// SPDX-License-Identifier: Apache-2.0

/// Loads an item's metadata and the location of its media just before it plays.
///
/// A loader is a value with everything it needs, such as the URL of a service and an ID there.
public protocol AssetLoader: Sendable {
    /// What the loader obtains, for instance the response of a service.
    associatedtype Metadata: Sendable

    /// Called when the item becomes the current or the next one, and again when it is reloaded after a failure.
    ///
    /// The stream may continue: each value updates the metadata, and the media too if ``asset(for:)`` returns another resource. It is
    /// cancelled when the item is no longer current or next. An error that it throws becomes the ``PlayerError/underlying`` error of the
    /// player.
    func metadata() -> AsyncThrowingStream<Metadata, any Error>

    /// Returns what to play for the metadata. Called for each value of ``metadata()``.
    func asset(for metadata: Metadata) -> Asset

    /// - Parameter metadata: nil before anything is loaded; the result is shown in lists meanwhile.
    func playerMetadata(for metadata: Metadata?) -> PlayerMetadata
}
