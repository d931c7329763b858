// SPDX-License-Identifier: Apache-2.0

/// Finds out what an item is and where its media are, when the item is about to be played and not before.
///
/// A loader is a value that carries what it needs, such as an address of a service and a name there.
public protocol AssetLoader: Sendable {
    /// What the loader learns: for instance the answer of a service.
    associatedtype Metadata: Sendable

    /// Called when the item becomes the current or the next one, and again when it comes back after a failure.
    ///
    /// The stream may go on: each value brings the metadata up to date, and the media too when ``asset(for:)`` gives another
    /// resource. It is cancelled when the item is neither current nor next any more. An error that it throws becomes the
    /// ``PlayerError/underlying`` error of the player.
    func metadata() -> AsyncThrowingStream<Metadata, any Error>

    func asset(for metadata: Metadata) -> Asset

    /// - Parameter metadata: nil before anything is known; what is shown in lists meanwhile.
    func playerMetadata(for metadata: Metadata?) -> PlayerMetadata
}
