// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WindowboxEngine
import WindowboxMedia

/// Accumulates the playback metrics of one item, at constant cost however long it plays.
///
/// The engine counts what it loads and shows. The player decides what counts as start-up, playback and stalls, because a preloaded item has
/// finished loading before it starts, and waiting after a seek isn't a stall.
struct PlaybackMeter {
    enum Event {
        /// The item was loaded, or it was loaded ahead and is now current.
        case began
        /// The first frame or audio is available.
        case ready(position: Double)
        case engine(PlaybackMetrics?)
        case variant(Int)
        /// Whether the network is metered from now on.
        case network(isExpensive: Bool)
        case stalled
        /// Whether it plays without waiting for data.
        case flows(Bool, Date)
    }

    private var engine: PlaybackMetrics?
    private var isExpensive = false
    private var expensive = (bytes: 0, requests: 0)
    private var server: Substring?
    private var serverChanges = 0
    private var began: Instant?
    private var startOffset: Double?
    private var startupTime: Double?
    private var startDate: Date?
    private var variant: Int?
    private var variantSwitches = 0
    private var stalls = 0
    private var playing = Stopwatch()

    mutating func handle(_ event: Event, at now: Instant) {
        switch event {
        case .began:
            let isExpensive = isExpensive
            self = PlaybackMeter()
            (began, self.isExpensive) = (now, isExpensive)
        case .ready(let position):
            guard startOffset == nil else { return }
            startOffset = position
            startupTime = began.map { now - $0 }
        case .engine(let metrics):
            guard let metrics else { return }
            if isExpensive {
                expensive.bytes += max(metrics.bytes - (engine?.bytes ?? 0), 0)
                expensive.requests += max(metrics.requests - (engine?.requests ?? 0), 0)
            }
            engine = metrics
            let next = metrics.address.flatMap(Self.host)
            if let server, let next, server != next { serverChanges += 1 }
            server = next ?? server
        case .variant(let index):
            if let variant, variant != index { variantSwitches += 1 }
            variant = index
        case .network(let isExpensive): self.isExpensive = isExpensive
        case .stalled: stalls += 1
        case .flows(let flows, let date):
            playing.run(flows, at: now)
            if flows, startDate == nil { startDate = date }
        }
    }

    /// The authority between `//` and the path, without user information.
    static func host(of address: String) -> Substring? {
        guard let slashes = address.firstRange(of: "://") else { return nil }
        let authority = address[slashes.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        return host.isEmpty ? nil : host
    }

    /// - Parameter metrics: already filled with the item's own properties.
    func fill(_ metrics: inout Metrics, at now: Instant) {
        metrics.serverAddress = server.map { String($0) }
        metrics.playbackStartDate = startDate
        metrics.startOffset = startOffset
        metrics.startupTime = startupTime
        metrics.observedBitrate = engine?.observedBitrate
        metrics.observedBitrateDeviation = engine?.observedBitrateDeviation
        metrics.averageVideoBitrate = engine?.averageVideoBitrate
        metrics.averageAudioBitrate = engine?.averageAudioBitrate
        (metrics.total.expensiveBytes, metrics.total.expensiveRequests) = expensive
        metrics.decoder = engine?.decoder
        if let engine {
            metrics.total.bytes = engine.bytes
            metrics.total.requests = engine.requests
            metrics.total.transferDuration = engine.transferDuration
            metrics.total.downloadedDuration = engine.downloadedDuration
            metrics.total.overdueDownloads = engine.overdueDownloads
            metrics.total.droppedFrames = engine.picturesDropped
            metrics.total.presentedFrames = engine.picturesPresented
        }
        metrics.total.serverAddressChanges = serverChanges
        metrics.total.playbackDuration = playing.seconds(at: now)
        metrics.total.stalls = stalls
        metrics.total.bitrateSwitches = variantSwitches
        metrics.increment = metrics.total
    }
}
