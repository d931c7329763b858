// SPDX-License-Identifier: Apache-2.0

public import WindowboxCodec
public import WindowboxStreaming

extension Player {
    /// Images that show what is at which time of the current item, as its stream names them. Metadata may name others,
    /// ``PlayerMetadata/thumbnails``.
    /// - Parameter width: pixels of a thumbnail as it is shown.
    public func imagePlaylist(for width: Int) -> ImagePlaylist? { selection.presentation?.imagePlaylist(for: width) }

    /// A small picture of the current item from near a time, decoded from the media itself: of the stream's I-frame playlist, else
    /// the first picture of a segment of its lowest variant, of a file the key picture before. Playing does not wait for it.
    ///
    /// One is fetched at a time: asking again, and cancelling the task, ends the one before with nil. Pictures are kept, so that
    /// coming back to one costs nothing.
    /// - Parameters:
    ///   - time: seconds on the item's timeline.
    ///   - width: pixels; smaller pictures stay as they are.
    /// - Returns: its time says where it lies; nil for sound, within blocked ranges, while it plays elsewhere, and
    ///   where none can be had.
    public func thumbnail(at time: Double, width: Int) async -> VideoFrame? {
        guard let onAir = engineItems.onAir, error == nil else { return nil }
        return await engine.preview(at: time, of: onAir.id, width: width)
    }
}
