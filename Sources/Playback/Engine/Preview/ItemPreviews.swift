// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec

/// The previews of one item: the cached ones, and the caller waiting for the one being fetched. Belongs to the engine's actor.
final class ItemPreviews {
    /// About four hundred frames of 160 x 90.
    private var cache = PreviewCache(capacity: 8 << 20)
    private var kept: (width: Int, deinterlacing: Deinterlacing)?
    private var waiting: (number: Int, answer: CheckedContinuation<VideoFrame?, Never>)?
    private var lastNumber = 0

    func picture(nearest time: Double, width: Int, deinterlacing: Deinterlacing) -> VideoFrame? {
        if let kept, kept != (width, deinterlacing) { cache.removeAll() }
        kept = (width, deinterlacing)
        return cache.picture(nearest: time)
    }

    /// - Returns: the number of a new request.
    func ask() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Waits for an answer. A caller that was already waiting gets nil.
    func wait(_ number: Int, _ answer: CheckedContinuation<VideoFrame?, Never>) {
        waiting?.answer.resume(returning: nil)
        waiting = (number, answer)
    }

    func received(_ preview: Preview?) {
        if let preview { cache.add(preview) }
        waiting?.answer.resume(returning: preview?.picture)
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
