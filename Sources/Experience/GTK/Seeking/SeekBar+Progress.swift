// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
public import WindowboxPlayer

extension SeekBar {
    /// Shows a player's position, in seconds, and seeks: during drags as the tracker decides, by key immediately.
    ///
    /// Replaces ``onPreview`` and ``onSeek``, and retains the tracker.
    @discardableResult public func bind(to progress: ProgressTracker) -> Self {
        onPreview = { time in
            progress.isInteracting = true
            progress.show(time)
        }
        onSeek = { time in
            progress.show(time)
            progress.isInteracting = false
        }
        bind(to: { progress.timeRange ?? .zero }, apply: { $0.range = $1 })
        bind(to: { progress.time ?? 0 }, apply: { $0.position = $1 })
        return self
    }
}

extension ProgressTracker {
    /// - Parameter time: seconds on the item's timeline.
    fileprivate func show(_ time: Double) {
        guard let range = timeRange, !range.isEmpty else { return }
        progress = (time - range.start) / range.duration
    }
}
