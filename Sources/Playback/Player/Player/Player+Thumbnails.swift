// SPDX-License-Identifier: Apache-2.0

public import WindowboxStreaming

extension Player {
    /// Images that show what is at which time of the current item, as its stream names them. Metadata may name others,
    /// ``PlayerMetadata/thumbnails``.
    /// - Parameter width: pixels of a thumbnail as it is shown.
    public func imagePlaylist(for width: Int) -> ImagePlaylist? { selection.presentation?.imagePlaylist(for: width) }
}
