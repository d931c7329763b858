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
        guard let item = visible, item.id == id, item.failure == nil, item.kinds.isEmpty || item.kinds.contains(.video),
            time.isFinite, width > 0, item.blocked.range(at: time) == nil
        else { return nil }
        if let span = item.timeline?.seekable, time < span.start - 0.5 || time > span.end + 0.5 { return nil }
        if let kept = item.previews.picture(nearest: time, width: width, deinterlacing: processing.deinterlacing) { return kept }
        let number = item.previews.ask()
        let picture = await withTaskCancellationHandler {
            await fetchPreview(number, at: time, of: id, width: width)
        } onCancel: {
            queue.enqueue { self.assumeIsolated { $0.cancelPreview(number, of: id) } }
        }
        guard let picture, item.blocked.range(at: picture.time + 0.001) == nil else { return nil }
        return picture
    }

    private func fetchPreview(_ number: Int, at time: Double, of id: ItemID, width: Int) async -> VideoFrame? {
        guard let item = item(id), let source = item.source, !Task.isCancelled else { return nil }
        return await withCheckedContinuation { answer in
            item.previews.wait(number, answer)
            source.assumeIsolated { $0.preview(at: time, width: width) }
        }
    }

    private func cancelPreview(_ number: Int, of id: ItemID) {
        guard let item = item(id), item.previews.cancel(number) else { return }
        item.source?.assumeIsolated { $0.preview(at: nil, width: 0) }
    }
}
