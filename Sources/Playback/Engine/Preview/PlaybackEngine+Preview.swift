// SPDX-License-Identifier: Apache-2.0

public import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

extension PlaybackEngine {
    /// The picture of an item that is nearest to a time and can be decoded alone, made small: of an I-frame playlist where the
    /// stream has one, else the first of a segment of the lowest variant, of a file the one at the time or before. Playing does not
    /// wait for it.
    ///
    /// One is fetched at a time: a question ends the one before, which gets nil, and so does cancelling the task. Some hundred
    /// pictures are kept.
    /// - Parameters:
    ///   - time: seconds on the item's timeline.
    ///   - width: pixels; smaller pictures stay as they are.
    /// - Returns: nil for an item that does not play, outside of what can be sought, where there are no pictures or none can be had, and within blocked ranges.
    public func preview(at time: Double, of id: ItemID, width: Int) async -> VideoFrame? {
        guard let item = visible, item.id == id, item.hasPreview(at: time, width: width) else { return nil }
        if let kept = item.previews.picture(nearest: time, width: width, deinterlacing: factory.processing.deinterlacing) { return kept }
        let number = item.previews.ask()
        let picture = await withTaskCancellationHandler {
            await fetchPreview(number, at: time, of: id, width: width)
        } onCancel: {
            hop { $0.lineup.item(id)?.cancelPreview(number) }
        }
        guard let picture, item.blocked.range(at: picture.time + 0.001) == nil else { return nil }
        return picture
    }

    private func fetchPreview(_ number: Int, at time: Double, of id: ItemID, width: Int) async -> VideoFrame? {
        guard let item = lineup.item(id), item.source != nil, !Task.isCancelled else { return nil }
        return await withCheckedContinuation { item.wait(forPreview: number, at: time, width: width, $0) }
    }
}
