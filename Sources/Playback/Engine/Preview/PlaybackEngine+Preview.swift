// SPDX-License-Identifier: Apache-2.0

public import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

extension PlaybackEngine {
    /// A small image of the frame nearest to a time that can be decoded alone. It comes from an I-frame playlist if the stream has one,
    /// otherwise from the start of a segment of the lowest variant. In a file, it is the keyframe at the time or before it. Playback is not
    /// affected.
    ///
    /// Previews are fetched one at a time. A new request ends the previous one, which returns nil, as does cancelling the task. Some
    /// hundred previews are cached.
    /// - Parameters:
    ///   - time: seconds on the item's timeline.
    ///   - width: pixels. Smaller frames are not enlarged.
    /// - Returns: nil for an item that does not play, outside its seekable range, within blocked ranges, or when no frame is available.
    public func preview(at time: Double, of id: ItemID, width: Int) async -> VideoFrame? {
        guard let item = visible, item.id == id, item.hasPreview(at: time, width: width) else { return nil }
        if let kept = item.previews.frame(nearest: time, width: width, deinterlacing: factory.processing.deinterlacing) { return kept }
        let number = item.previews.newRequest()
        let frame = await withTaskCancellationHandler {
            await fetchPreview(number, at: time, of: id, width: width)
        } onCancel: {
            post { $0.lineup.item(id)?.cancelPreview(number) }
        }
        guard let frame, item.blocked.range(at: frame.time + 0.001) == nil else { return nil }
        return frame
    }

    private func fetchPreview(_ number: Int, at time: Double, of id: ItemID, width: Int) async -> VideoFrame? {
        guard let item = lineup.item(id), item.source != nil, !Task.isCancelled else { return nil }
        return await withCheckedContinuation { item.wait(forPreview: number, at: time, width: width, $0) }
    }
}
