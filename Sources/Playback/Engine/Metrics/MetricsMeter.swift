// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// Gathers the metrics of one item. A value type: times are passed in.
struct MetricsMeter {
    private var metrics = PlaybackMetrics()
    private let began: Instant
    private var status = EngineStatus.loading
    private var since: Instant
    private var variants: [Presentation.Variant] = []
    private var variant: Int?
    /// The video output's counts when the item went on air.
    private var before: (presented: Int, dropped: Int)?

    init(at now: Instant) {
        began = now
        since = now
    }

    /// The first frame or audio is ready.
    mutating func isReady(at now: Instant) { if metrics.startupTime == nil { metrics.startupTime = now - began } }

    mutating func changed(to status: EngineStatus, at now: Instant) {
        addElapsed(at: now)
        if status == .stalled, self.status != .stalled { metrics.stalls += 1 }
        self.status = status
    }

    private mutating func addElapsed(at now: Instant) {
        switch status {
        case .playing: metrics.playbackDuration += now - since
        case .stalled: metrics.stallDuration += now - since
        case .loading, .paused, .ended: break
        }
        since = now
    }

    mutating func requested() { metrics.requests += 1 }

    mutating func transferred(_ transfer: Transfer) {
        metrics.bytes += transfer.bytes
        guard let seconds = transfer.seconds, seconds > 0 else { return }
        let rate = Double(transfer.bytes) * 8 / seconds
        metrics.segmentBytes += transfer.bytes
        metrics.transferDuration += seconds
        metrics.squares += rate * rate * seconds
        metrics.downloadedDuration += transfer.media
        if seconds > transfer.media { metrics.overdueDownloads += 1 }
        if let address = transfer.address { metrics.address = address }
    }

    mutating func presents(_ presentation: Presentation) {
        variants = presentation.variants
        reportRates()
    }

    mutating func changed(variant: Int) {
        if let known = self.variant, known != variant { metrics.bitrateSwitches += 1 }
        self.variant = variant
        reportRates()
    }

    private mutating func reportRates() {
        guard let variant, variants.indices.contains(variant) else { return }
        metrics.indicatedBitrate = variants[variant].bandwidth > 0 ? variants[variant].bandwidth : nil
        metrics.indicatedAverageBitrate = variants[variant].averageBandwidth
    }

    /// The item goes on air. The outputs may have shown other items before.
    mutating func cameOnAir(_ counts: (presented: Int, dropped: Int)) { before = before ?? counts }

    /// - Parameter counts: the screen's counts of presented and dropped frames.
    mutating func read(_ counts: (presented: Int, dropped: Int), at now: Instant) -> PlaybackMetrics {
        addElapsed(at: now)
        if let before {
            metrics.picturesPresented = counts.presented - before.presented
            metrics.picturesDropped = counts.dropped - before.dropped
        }
        return metrics
    }
}
