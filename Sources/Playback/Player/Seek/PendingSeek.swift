// SPDX-License-Identifier: Apache-2.0

/// A seek that was asked for. It goes on whether or not anyone waits for it.
@MainActor public final class PendingSeek {
    private var outcome: SeekResult?
    private var waiting: [CheckedContinuation<SeekResult, Never>] = []

    nonisolated init(_ outcome: SeekResult? = nil) { self.outcome = outcome }

    /// How it ended. It always ends: a later seek, another item or the end of the player resolve it too.
    public var result: SeekResult {
        get async {
            if let outcome { return outcome }
            return await withCheckedContinuation { waiting.append($0) }
        }
    }

    /// ``result`` as far as it is known.
    public var resultIfKnown: SeekResult? { outcome }

    func resolve(_ result: SeekResult) {
        guard outcome == nil else { return }
        outcome = result
        for continuation in waiting { continuation.resume(returning: result) }
        waiting = []
    }
}
