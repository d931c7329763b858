// SPDX-License-Identifier: Apache-2.0

import Crypto
public import Foundation
public import Logging
public import WindowboxCatalogue
public import WindowboxContract
public import WindowboxPackager

/// The live streams that this process takes in: each has an encoder and a station, as long as it is on.
public actor LiveIngestManager: LiveStationProvider {
    public struct Configuration: Sendable {
        /// Where it listens for encoders: an address of this machine, or `0.0.0.0` or `::` for all of them.
        public var listen = "127.0.0.1"
        /// How encoders reach this machine: a name or an address.
        public var host = "127.0.0.1"
        /// Where encoders may send to, a port a stream; 0...0: any that is free.
        public var ports = 19_350...19_381
        /// In place of RTMP.
        public var usesSRT = false
        /// Whether something in front of this service ends TLS for RTMP: encoders are told to send RTMPS.
        public var isBehindTLS = false
        /// What is made of a stream.
        public var plan = LivePlan()
        /// Where streams may be fetched from.
        public var sources = AddressRule.publicOnly
        /// For pipes, and for files on their way.
        public var workFolder = FileManager.default.temporaryDirectory
        /// Streams at a time: each costs a processor.
        public var mostStreams = 16
        /// Seconds after which a rehearsal ends to which no encoder sends.
        public var rehearsalPatience = 3600.0

        public init() {}
    }

    /// A stream that is on.
    private struct Broadcast: Sendable {
        var place: LivePlace
        var station: LiveStation
        /// What the encoder sends to: the station of the rehearsal, where there was one.
        var source: LiveStation
        var isRehearsal = false
        let since = ContinuousClock.now
        /// Tells this time from others: what is told to players of it stays true.
        var path: String
        var port: Int?
        var work: Task<Void, Never>
    }

    let configuration: Configuration
    let storage: any MediaStorage
    let catalogue: Catalogue
    let logger: Logger
    private var begun: [String: Task<Broadcast, any Error>] = [:]
    /// By the path of the broadcast.
    private var stations: [String: LiveStation] = [:]
    /// Those that have ended, the oldest first: players still fetch the end of them.
    private var ended: [String] = []
    private var ports: Set<Int> = []
    private static let keptEnded = 16
    /// Begins the paths of what it plays.
    static let path = MediaSigner.prefix + "live/"

    /// Ids of the streams that are on or prepared.
    var onAir: [String] { begun.keys.sorted() }
    /// Those of them that nobody but their hosts sees yet.
    private(set) var rehearsals: Set<String> = []

    /// - Parameters:
    ///   - storage: where the service's media are.
    ///   - catalogue: has what channels are made of.
    public init(storage: any MediaStorage, catalogue: Catalogue, configuration: Configuration = Configuration(), logger: Logger) {
        self.storage = storage
        self.catalogue = catalogue
        self.configuration = configuration
        self.logger = logger
    }

    public func begin(_ stream: LiveStream) async throws -> LivePlace {
        if let known = begun[stream.id] {
            let broadcast = try await known.value
            guard begun[stream.id] == known else { return try await begin(stream) }
            guard broadcast.isRehearsal else { return broadcast.place }
            return try await register(stream.id) { try await self.goOnAir(broadcast, stream) }
        }
        return try await register(stream.id) { try await self.open(stream) }
    }

    public func prepare(_ stream: LiveStream) async throws -> LivePlace {
        if let known = begun[stream.id] {
            let broadcast = try await known.value
            guard begun[stream.id] == known else { return try await prepare(stream) }
            if !broadcast.isRehearsal || broadcast.place.ingest == stream.ingest { return broadcast.place }
            // Its key was taken back.
            _ = try await end(stream.id)
        }
        rehearsals.insert(stream.id)
        do { return try await register(stream.id) { try await self.open(stream, isRehearsal: true) } } catch {
            rehearsals.remove(stream.id)
            throw error
        }
    }

    public func state(of id: String) async -> LiveState? {
        guard let broadcast = try? await begun[id]?.value else { return nil }
        var state = LiveState(place: broadcast.place, isRehearsal: broadcast.isRehearsal)
        if broadcast.place.ingest != nil { state.health = LiveHealth(broadcast.source.meter.figures) }
        return state
    }

    /// Ends rehearsals that were forgotten: each keeps a port and a place.
    func endForgottenRehearsals() async {
        for id in rehearsals {
            guard let broadcast = try? await begun[id]?.value, broadcast.isRehearsal else { continue }
            let last = broadcast.source.meter.last ?? broadcast.since
            if last.duration(to: .now) >= .seconds(configuration.rehearsalPatience) { _ = try? await end(id) }
        }
    }

    private func register(_ id: String, _ open: @escaping @Sendable () async throws -> Broadcast) async throws -> LivePlace {
        guard begun[id] != nil || begun.count < configuration.mostStreams else {
            throw APIError(.conflict, "\(configuration.mostStreams) streams are on already. End one of them first.")
        }
        let before = begun[id]
        let opening = Task { try await open() }
        begun[id] = opening
        do { return try await opening.value.place } catch {
            begun[id] = before
            throw error
        }
    }

    public func end(_ id: String) async throws -> LiveRecording? {
        guard let broadcast = try? await begun[id]?.value else { return nil }
        // Somebody else ended it meanwhile.
        guard begun.removeValue(forKey: id) != nil else { return nil }
        await stop(broadcast)
        guard !broadcast.isRehearsal else {
            await forget(broadcast)
            rehearsals.remove(id)
            return nil
        }
        let replay: StorageKey?
        do { replay = try await broadcast.station.end() } catch {
            // It can be ended again, and what could not be kept is kept then.
            var stopped = broadcast
            stopped.port = nil
            begun[id] = Task { [stopped] in stopped }
            throw error
        }
        ended.append(broadcast.path)
        while ended.count > Self.keptEnded { stations[ended.removeFirst()] = nil }
        guard let replay else { return nil }
        return LiveRecording(
            url: MediaSigner.prefix + replay.text, durationMS: Int64((await broadcast.station.recorded * 1000).rounded()))
    }

    /// Stops to take streams in. What was on stays so in the catalogue, and goes on in the next process.
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

    /// Of a rehearsal nothing is kept.
    private func forget(_ broadcast: Broadcast) async {
        stations[broadcast.path] = nil
        _ = try? await broadcast.station.end()
        if let base = StorageKey("live/\(broadcast.path)") { try? await storage.deleteAll(below: base) }
    }

    /// What the encoder sends to a rehearsal goes to all from now on.
    private func goOnAir(_ rehearsal: Broadcast, _ stream: LiveStream) async throws -> Broadcast {
        let path = "\(stream.id)/\(OpaqueID.make())"
        guard let base = StorageKey("live/\(path)") else { throw Self.badName }
        var broadcast = rehearsal
        broadcast.station = LiveStation(plan: configuration.plan, storage: storage, base: base)
        (broadcast.path, broadcast.isRehearsal) = (path, false)
        broadcast.place = Self.place(at: base, take: "", rehearsal.place.ingest)
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
        // Where an encoder sends, nobody is told that it is live before there is a picture.
        if rehearsal.source.meter.figures != nil {
            await broadcast.station.onAir(within: Double(configuration.plan.settings.targetDuration) * 3)
        }
        await forget(rehearsal)
        rehearsals.remove(stream.id)
        return broadcast
    }

    private static var badName: APIError { APIError(.invalidField, "The stream's id is no name for files.") }

    private static func place(at base: StorageKey, take: String, _ ingest: LiveIngest?) -> LivePlace {
        var place = LivePlace()
        place.ingest = ingest
        place.playback.hls = "\(MediaSigner.prefix)\(base)/index\(take).m3u8"
        place.playback.lowLatencyHLS = place.playback.hls
        return place
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
                throw APIError(.invalidTransition, "No encoder sends this stream, so there is nothing to prepare. Start it.")
            }
            (plan.settings.isRecorded, plan.settings.window) = (false, 30)
        }
        if case .schedule(let schedule) = origin {
            // A channel goes on for ever: what is behind its window goes.
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
            // Nobody recorded what earlier processes left of a channel, or of a rehearsal.
            if !plan.settings.isRecorded { try? await storage.deleteAll(below: all) }
            if let before { earlier = try await EarlierRecording(for: plan, behind: before.take, below: base, in: storage) }
        } catch {
            if let port = origin.port { ports.remove(port) }
            throw error
        }
        let station = LiveStation(plan: plan, storage: storage, base: base, earlier: earlier)
        stations[path] = station
        let place = Self.place(at: base, take: plan.take, origin.ingest)
        let work = Task {
            // Ends with the other.
            async let _: Void = drawPoster(of: stream, from: station, below: base)
            await run(origin, of: stream.id, on: station)
        }
        return Broadcast(
            place: place, station: station, source: station, isRehearsal: isRehearsal, path: path, port: origin.port, work: work)
    }

    /// A port of the configuration that nothing listens on.
    /// - Parameter wanted: is taken where it can be.
    func takePort(_ wanted: Int?) throws -> Int {
        let all = configuration.ports
        let candidates = (wanted.map { [$0] } ?? []).filter(all.contains) + Array(all)
        for candidate in candidates where !ports.contains(candidate) {
            guard let port = FreePort.find(candidate, isDatagram: configuration.usesSRT) else { continue }
            ports.insert(port)
            return port
        }
        throw APIError(.conflict, "All ports that encoders may send to are taken. Set live-ports to more of them.")
    }

    /// A station by the beginning of a path of media: the stream's id and the time that it was on.
    func station(_ path: String) -> LiveStation? { stations[path] }
}

extension LiveHealth {
    /// - Parameter figures: nil while no encoder sends.
    init(_ figures: EncoderReport.Figures?) {
        self.init()
        guard let figures else { return }
        isReceiving = true
        (bitsPerSecond, framesPerSecond) = (figures.bitsPerSecond, figures.framesPerSecond)
        (droppedFrames, keyFrameSeconds) = (figures.droppedFrames, figures.keyFrameSeconds)
    }
}
