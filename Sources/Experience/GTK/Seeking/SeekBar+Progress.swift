// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
public import WindowboxPlayer

extension SeekBar {
    /// Shows where a player is, in seconds, and seeks with it: while a person drags, as the tracker has it, and at once by keys.
    ///
    /// It takes the place of ``onPreview`` and ``onSeek``, and keeps the tracker.
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
