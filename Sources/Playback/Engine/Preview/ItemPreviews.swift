// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec

/// The previews of one item: the cached ones, and the caller waiting for the one being fetched. Belongs to the engine's actor.
final class ItemPreviews {
    /// About four hundred frames of 160 x 90.
    private var cache = PreviewCache(capacity: 8 << 20)
    private var kept: (width: Int, deinterlacing: Deinterlacing)?
    private var waiting: (number: Int, continuation: CheckedContinuation<VideoFrame?, Never>)?
    private var lastNumber = 0

    func frame(nearest time: Double, width: Int, deinterlacing: Deinterlacing) -> VideoFrame? {
        if let kept, kept != (width, deinterlacing) { cache.removeAll() }
        kept = (width, deinterlacing)
        return cache.frame(nearest: time)
    }

    /// - Returns: the number of a new request.
    func newRequest() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Waits for a preview. A caller that was already waiting gets nil.
    func wait(_ number: Int, _ continuation: CheckedContinuation<VideoFrame?, Never>) {
        waiting?.continuation.resume(returning: nil)
        waiting = (number, continuation)
    }

    func received(_ preview: Preview?) {
        if let preview { cache.add(preview) }
        waiting?.continuation.resume(returning: preview?.frame)
        waiting = nil
    }

    /// - Returns: whether a caller was still waiting for it.
    func cancel(_ number: Int) -> Bool {
        guard waiting?.number == number else { return false }
        received(nil)
        return true
    }

    func stop() { received(nil) }
}
