// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxMedia

/// How much media of each kind was loaded. Counted per sample, so it also works for muxed streams and files.
final class LoadedMedia: Sendable {
    private struct Amount {
        var bytes = 0
        var seconds = 0.0
    }

    private let amounts = Mutex<[TrackKind: Amount]>([:])

    func note(_ kind: TrackKind, bytes: Int, seconds: Double) {
        guard seconds > 0 else { return }
        amounts.withLock { amounts in
            amounts[kind, default: Amount()].bytes += bytes
            amounts[kind, default: Amount()].seconds += seconds
        }
    }

    /// Bit/s of media; nil before the first sample.
    func bitrate(of kind: TrackKind) -> Double? {
        amounts.withLock { $0[kind] }.map { Double($0.bytes) * 8 / $0.seconds }
    }
}
