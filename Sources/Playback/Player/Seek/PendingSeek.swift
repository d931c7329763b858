// SPDX-License-Identifier: Apache-2.0

/// A requested seek. It continues whether or not anyone awaits its result.
@MainActor public final class PendingSeek {
    private var outcome: SeekResult?
    private var waiting: [CheckedContinuation<SeekResult, Never>] = []

    nonisolated init(_ outcome: SeekResult? = nil) { self.outcome = outcome }

    /// The result of the seek. It always arrives: a later seek, another item or the end of the player also end the seek.
    public var result: SeekResult {
        get async {
            if let outcome { return outcome }
            return await withCheckedContinuation { waiting.append($0) }
        }
    }

    /// ``result`` if it is known already.
    public var resultIfKnown: SeekResult? { outcome }

    func resolve(_ result: SeekResult) {
        guard outcome == nil else { return }
        outcome = result
        for continuation in waiting { continuation.resume(returning: result) }
        waiting = []
    }
}
