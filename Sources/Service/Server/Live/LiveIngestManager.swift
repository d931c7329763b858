// SPDX-License-Identifier: Apache-2.0

import Crypto
public import Foundation
public import Logging
public import WindowboxCatalogue
public import WindowboxContract
import WindowboxOrigin
public import WindowboxPackager

/// The live streams that this process ingests. Each has an encoder and a station while it is on air.
public actor LiveIngestManager: LiveStationProvider {
    public struct Configuration: Sendable {
        /// The address to listen on for encoders; `0.0.0.0` or `::` for all interfaces.
        public var listen = "127.0.0.1"
        /// The host name or address that encoders connect to.
        public var host = "127.0.0.1"
        /// The ports that encoders may send to, one per stream; 0...0 for any free port.
        public var ports = 19_350...19_381
        /// Uses SRT instead of RTMP.
        public var usesSRT = false
        /// Whether a proxy in front of this service terminates TLS for RTMP; encoders then get an RTMPS URL.
        public var isBehindTLS = false
        /// How streams are encoded.
        public var plan = LivePlan()
        /// The addresses that streams may be fetched from.
        public var sources = AddressPolicy.publicOnly
        /// For pipes and temporary files.
        public var workFolder = FileManager.default.temporaryDirectory
        /// The limit of simultaneous streams; each needs about one CPU core.
        public var maxStreams = 16
        /// Seconds after which a rehearsal without an encoder ends.
        public var rehearsalTimeout = 3600.0

        public init() {}
    }

    /// A stream that is on air or in rehearsal.
    private struct Broadcast: Sendable {
        var endpoints: LiveEndpoints
        var station: LiveStation
        /// The station that the encoder sends to: the rehearsal's, if there was one.
        var source: LiveStation
        var isRehearsal = false
        let since = ContinuousClock.now
        /// Unique per broadcast, so that URLs given to players stay valid.
        var path: String
        var port: Int?
        var work: Task<Void, Never>
    }

    let configuration: Configuration
    let storage: any MediaStorage
    let catalogue: Catalogue
    let logger: Logger
    private var begun: [String: Task<Broadcast, any Error>] = [:]
    /// By the broadcast's path.
    private var stations: [String: LiveStation] = [:]
    /// Paths of ended broadcasts, oldest first: players still fetch their last segments.
    private var ended: [String] = []
    private var ports: Set<Int> = []
    private static let maximumEnded = 16
    /// The path prefix of live playback.
    static let path = MediaSigner.prefix + "live/"

    /// Ids of the streams that are on air or in rehearsal.
    var onAir: [String] { begun.keys.sorted() }
    /// Those of them that only their hosts can see.
    private(set) var rehearsals: Set<String> = []

    /// - Parameters:
    ///   - storage: the service's media store.
    ///   - catalogue: contains what channels are made of.
    public init(storage: any MediaStorage, catalogue: Catalogue, configuration: Configuration = Configuration(), logger: Logger) {
        self.storage = storage
        self.catalogue = catalogue
        self.configuration = configuration
        self.logger = logger
    }

    public func begin(_ stream: LiveStream) async throws -> LiveEndpoints {
        if let known = begun[stream.id] {
            let broadcast = try await known.value
            guard begun[stream.id] == known else { return try await begin(stream) }
            guard broadcast.isRehearsal else { return broadcast.endpoints }
            return try await register(stream.id) { try await self.goOnAir(broadcast, stream) }
        }
        return try await register(stream.id) { try await self.open(stream) }
    }

    public func prepare(_ stream: LiveStream) async throws -> LiveEndpoints {
        if let known = begun[stream.id] {
            let broadcast = try await known.value
            guard begun[stream.id] == known else { return try await prepare(stream) }
            if !broadcast.isRehearsal || broadcast.endpoints.ingest == stream.ingest { return broadcast.endpoints }
            // Its key was revoked.
            _ = try await end(stream.id)
        }
        rehearsals.insert(stream.id)
        do { return try await register(stream.id) { try await self.open(stream, isRehearsal: true) } } catch {
            rehearsals.remove(stream.id)
            throw error
        }
    }

    public func state(of id: String) async -> LiveIngestState? {
        guard let broadcast = try? await begun[id]?.value else { return nil }
        var state = LiveIngestState(endpoints: broadcast.endpoints, isRehearsal: broadcast.isRehearsal)
        if broadcast.endpoints.ingest != nil { state.health = LiveHealth(broadcast.source.meter.figures) }
        return state
    }

    /// Ends forgotten rehearsals, which occupy a port and count against `maxStreams`.
    func endForgottenRehearsals() async {
        for id in rehearsals {
            guard let broadcast = try? await begun[id]?.value, broadcast.isRehearsal else { continue }
            let last = broadcast.source.meter.last ?? broadcast.since
            if last.duration(to: .now) >= .seconds(configuration.rehearsalTimeout) { _ = try? await end(id) }
        }
    }

    private func register(_ id: String, _ open: @escaping @Sendable () async throws -> Broadcast) async throws -> LiveEndpoints {
        guard begun[id] != nil || begun.count < configuration.maxStreams else {
            throw APIError(.conflict, "The limit of \(configuration.maxStreams) streams on air is reached. End one of them first.")
        }
        let before = begun[id]
        let opening = Task { try await open() }
        begun[id] = opening
        do { return try await opening.value.endpoints } catch {
            begun[id] = before
            throw error
        }
    }

    public func end(_ id: String) async throws -> LiveRecording? {
        guard let broadcast = try? await begun[id]?.value else { return nil }
        // Another call ended it meanwhile.
        guard begun.removeValue(forKey: id) != nil else { return nil }
        await stop(broadcast)
        guard !broadcast.isRehearsal else {
            await forget(broadcast)
            rehearsals.remove(id)
            return nil
        }
        let replay: StorageKey?
        do { replay = try await broadcast.station.end() } catch {
            // It can be ended again, and what could not be stored is stored then.
            var stopped = broadcast
            stopped.port = nil
            begun[id] = Task { [stopped] in stopped }
            throw error
        }
        ended.append(broadcast.path)
        while ended.count > Self.maximumEnded { stations[ended.removeFirst()] = nil }
        guard let replay else { return nil }
        return LiveRecording(
            url: MediaSigner.prefix + replay.text, durationMS: Int64((await broadcast.station.recorded * 1000).rounded()))
    }

    /// Stops ingesting. Streams on air stay live in the catalogue, and the next process resumes them.
    public func close() async {
        let all = begun.values
        begun = [:]
        for opening in all {
            guard let broadcast = try? await opening.value else { continue }
            await stop(broadcast)
            if broadcast.isRehearsal { await forget(broadcast) }
        }
        rehearsals = []
    }

    /// Nothing of a rehearsal is kept.
    private func forget(_ broadcast: Broadcast) async {
        stations[broadcast.path] = nil
        _ = try? await broadcast.station.end()
        if let base = StorageKey("live/\(broadcast.path)") { try? await storage.deleteAll(below: base) }
    }

    /// Moves a rehearsal on air: what its encoder sends now goes to all viewers.
    private func goOnAir(_ rehearsal: Broadcast, _ stream: LiveStream) async throws -> Broadcast {
        let path = "\(stream.id)/\(OpaqueID.make())"
        guard let base = StorageKey("live/\(path)") else { throw Self.badName }
        var broadcast = rehearsal
        broadcast.station = LiveStation(plan: configuration.plan, storage: storage, base: base)
        (broadcast.path, broadcast.isRehearsal) = (path, false)
        broadcast.endpoints = Self.makeEndpoints(at: base, take: "", rehearsal.endpoints.ingest)
        stations[path] = broadcast.station
        await rehearsal.source.handOver(to: broadcast.station)
        let (station, work) = (broadcast.station, rehearsal.work)
        broadcast.work = Task {
            async let _: Void = drawPoster(of: stream, from: station, below: base)
            await withTaskCancellationHandler {
                await work.value
            } onCancel: {
                work.cancel()
            }
        }
        // If an encoder is sending, the first frames must exist before the stream is announced as live.
        if rehearsal.source.meter.figures != nil {
            await broadcast.station.onAir(within: Double(configuration.plan.settings.targetDuration) * 3)
        }
        await forget(rehearsal)
        rehearsals.remove(stream.id)
        return broadcast
    }

    private static var badName: APIError { APIError(.invalidField, "The stream's id can't be used as a file name.") }

    private static func makeEndpoints(at base: StorageKey, take: String, _ ingest: LiveIngest?) -> LiveEndpoints {
        var endpoints = LiveEndpoints()
        endpoints.ingest = ingest
        endpoints.playback.hls = "\(MediaSigner.prefix)\(base)/index\(take).m3u8"
        endpoints.playback.lowLatencyHLS = endpoints.playback.hls
        return endpoints
    }

    private func stop(_ broadcast: Broadcast) async {
        broadcast.work.cancel()
        await broadcast.work.value
        if let port = broadcast.port { ports.remove(port) }
    }

    private func open(_ stream: LiveStream, isRehearsal: Bool = false) async throws -> Broadcast {
        let origin = try await origin(of: stream)
        var plan = configuration.plan
        if isRehearsal {
            guard case .encoder = origin else {
                throw APIError(.invalidTransition, "This stream needs no encoder, so there is nothing to prepare. Start it.")
            }
            (plan.settings.isRecorded, plan.settings.window) = (false, 30)
        }
        if case .schedule(let schedule) = origin {
            // A channel has no end, so segments outside its window are deleted.
            (plan.settings.isRecorded, plan.settings.window) = (schedule.isOnce, schedule.isOnce ? plan.settings.window : 600)
            (plan.heights, plan.aspect) = stream.orientation == .landscape ? ([360], 16.0 / 9) : ([640], 9.0 / 16)
        }
        let before = plan.settings.isRecorded && stream.status.isActive ? RecordingLocation(stream) : nil
        let path = before?.path ?? "\(stream.id)/\(OpaqueID.make())"
        if before != nil { plan.take = "-\(OpaqueID.make())" }
        let base: StorageKey
        var earlier: EarlierRecording?
        do {
            guard let key = StorageKey("live/\(path)"), let all = StorageKey("live/\(stream.id)") else {
                throw Self.badName
            }
            base = key
            // Files that earlier processes left of a channel or a rehearsal belong to no recording.
            if !plan.settings.isRecorded { try? await storage.deleteAll(below: all) }
            if let before { earlier = try await EarlierRecording(for: plan, behind: before.take, below: base, in: storage) }
        } catch {
            if let port = origin.port { ports.remove(port) }
            throw error
        }
        let station = LiveStation(plan: plan, storage: storage, base: base, earlier: earlier)
        stations[path] = station
        let endpoints = Self.makeEndpoints(at: base, take: plan.take, origin.ingest)
        let work = Task {
            // Cancelled when `run` returns.
            async let _: Void = drawPoster(of: stream, from: station, below: base)
            await run(origin, of: stream.id, on: station)
        }
        return Broadcast(
            endpoints: endpoints, station: station, source: station, isRehearsal: isRehearsal, path: path, port: origin.port, work: work)
    }

    /// A configured port that is not in use.
    /// - Parameter preferred: preferred if it is available.
    func takePort(_ preferred: Int?) throws -> Int {
        let all = configuration.ports
        let candidates = (preferred.map { [$0] } ?? []).filter(all.contains) + Array(all)
        for candidate in candidates where !ports.contains(candidate) {
            guard let port = FreePort.find(candidate, isDatagram: configuration.usesSRT, on: .all) else { continue }
            ports.insert(port)
            return port
        }
        throw APIError(.conflict, "All ports for encoders are in use. Set live-ports to a larger range.")
    }

    /// The station for a media path's first two components: the stream's id and the broadcast's id.
    func station(_ path: String) -> LiveStation? { stations[path] }
}

extension LiveHealth {
    /// - Parameter figures: nil while no encoder is sending.
    init(_ figures: EncoderStatistics.Figures?) {
        self.init()
        guard let figures else { return }
        isReceiving = true
        (bitsPerSecond, framesPerSecond) = (figures.bitsPerSecond, figures.framesPerSecond)
        (droppedFrames, keyFrameSeconds) = (figures.droppedFrames, figures.keyFrameSeconds)
    }
}
