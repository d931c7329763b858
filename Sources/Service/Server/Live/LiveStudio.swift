// SPDX-License-Identifier: Apache-2.0

import Crypto
public import Foundation
public import Logging
public import WindowboxCatalogue
public import WindowboxContract
public import WindowboxPackager

/// The live streams that this process takes in: each has an encoder and a station, as long as it is on.
public actor LiveStudio: LiveStations {
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

        public init() {}
    }

    /// A stream that is on.
    private struct Broadcast: Sendable {
        var place: LivePlace
        var station: LiveStation
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

    /// Ids of the streams that are on.
    var onAir: [String] { begun.keys.sorted() }

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
        if let known = begun[stream.id] { return try await known.value.place }
        guard begun.count < configuration.mostStreams else {
            throw APIError(.conflict, "\(configuration.mostStreams) streams are on already. End one of them first.")
        }
        let opening = Task { try await open(stream) }
        begun[stream.id] = opening
        do { return try await opening.value.place } catch {
            begun[stream.id] = nil
            throw error
        }
    }

    public func end(_ id: String) async throws -> LiveRecording? {
        guard let broadcast = try? await begun[id]?.value else { return nil }
        // Somebody else ended it meanwhile.
        guard begun.removeValue(forKey: id) != nil else { return nil }
        await stop(broadcast)
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
        for opening in all { if let broadcast = try? await opening.value { await stop(broadcast) } }
    }

    private func stop(_ broadcast: Broadcast) async {
        broadcast.work.cancel()
        await broadcast.work.value
        if let port = broadcast.port { ports.remove(port) }
    }

    private func open(_ stream: LiveStream) async throws -> Broadcast {
        let origin = try await origin(of: stream)
        var plan = configuration.plan
        if case .schedule(let schedule) = origin {
            // A channel goes on for ever: what is behind its window goes.
            (plan.settings.isRecorded, plan.settings.window) = (schedule.isOnce, schedule.isOnce ? plan.settings.window : 600)
            (plan.heights, plan.aspect) = stream.orientation == .landscape ? ([360], 16.0 / 9) : ([640], 9.0 / 16)
        }
        let before = plan.settings.isRecorded && stream.status.isActive ? LiveTake(stream) : nil
        let path = before?.path ?? "\(stream.id)/\(OpaqueID.make())"
        if before != nil { plan.take = "-\(OpaqueID.make())" }
        let base: StorageKey
        var earlier: EarlierRecording?
        do {
            guard let key = StorageKey("live/\(path)"), let all = StorageKey("live/\(stream.id)") else {
                throw APIError(.invalidField, "The stream's id is no name for files.")
            }
            base = key
            // Nobody recorded what earlier processes left of a channel.
            if !plan.settings.isRecorded { try? await storage.deleteAll(below: all) }
            if let before { earlier = try await EarlierRecording(for: plan, behind: before.take, below: base, in: storage) }
        } catch {
            if let port = origin.port { ports.remove(port) }
            throw error
        }
        let station = LiveStation(plan: plan, storage: storage, base: base, earlier: earlier)
        stations[path] = station
        var place = LivePlace()
        place.ingest = origin.ingest
        place.playback.hls = "\(MediaSigner.prefix)\(base)/index\(plan.take).m3u8"
        place.playback.lowLatencyHLS = place.playback.hls
        let work = Task {
            // Ends with the other.
            async let _: Void = drawPoster(of: stream, from: station, below: base)
            await run(origin, of: stream.id, on: station)
        }
        return Broadcast(place: place, station: station, path: path, port: origin.port, work: work)
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
