// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxHLS
import WindowboxMedia

/// A live stream on air: receives fragments, and serves playlists and files as soon as they exist.
///
/// Parts are kept in memory, complete segments in a store, where a replay finds them.
public actor LiveStation {
    public enum Answer: Sendable {
        /// A playlist, which caches may keep only while it is valid.
        case playlist([UInt8])
        case bytes([UInt8])
        /// A file in the store.
        case stored(StorageKey)
        /// HTTP status 400, 404 or 503.
        case status(Int)
    }

    /// The plan at the start; ``hasAudio`` may change later.
    public nonisolated let plan: LivePlan
    /// Whether there is an audio rendition.
    public private(set) var hasAudio: Bool
    let storage: any MediaStorage
    private let base: StorageKey
    private var channel: LiveChannel
    private var lastRequest: UInt64 = 0
    private var waiting: [LiveChannel.RequestID: CheckedContinuation<Answer, Never>] = [:]
    private var parts: [String: [UInt8]] = [:]
    private var headers: [String: TrackHeader] = [:]
    private var bits: [String: (peak: Int, bits: Int, seconds: Double)] = [:]
    private var journals: [String: RecordingIndex] = [:]
    /// Segments recorded by an earlier process, by rendition.
    private let earlier: [String: [MediaSegment]]
    /// The date of the encoder's time zero, in seconds since 1970.
    private var epoch: Double?
    private var alarm: Task<Void, Never>?
    private var whenOnAir: [UInt64: CheckedContinuation<Void, Never>] = [:]
    private var lastWaiter: UInt64 = 0
    private var hasEnded = false
    /// Actions that remain to be stored after the end.
    private var leftOver: [LiveChannel.Action] = []
    private var ending: Task<StorageKey?, any Error>?
    private var replay: StorageKey?
    /// The encoder's statistics.
    public nonisolated let meter = EncoderStatisticsCollector()
    /// The station that takes over.
    private var successor: (station: LiveStation, handOver: StationHandover)?
    private var newest: [String: (header: [UInt8], reached: Double)] = [:]

    /// - Parameters:
    ///   - base: the storage prefix of its files.
    ///   - earlier: an earlier recording with the same prefix, which this one continues.
    public init(plan: LivePlan, storage: any MediaStorage, base: StorageKey, earlier: EarlierRecording? = nil) {
        self.plan = plan
        let hasAudio = plan.hasAudio && earlier?.hasAudio != false
        self.hasAudio = hasAudio
        self.storage = storage
        self.base = base
        self.earlier = earlier?.segments ?? [:]
        channel = LiveChannel(
            renditions: plan.renditions.filter { hasAudio || $0 != plan.sound }, settings: plan.settings, earlier: self.earlier)
    }

    /// Whether every rendition has begun, so that ``multivariant()`` lists all of them.
    public var isOnAir: Bool { headers.count == renditions.count }

    private var renditions: [String] { plan.renditions.filter { hasAudio || $0 != plan.sound } }

    /// Waits until it is on air, has ended, or the task is cancelled.
    /// - Parameter limit: a timeout in seconds.
    public func onAir(within limit: Double? = nil) async {
        if isOnAir || hasEnded { return }
        lastWaiter += 1
        let id = lastWaiter
        let alarm = limit.map { limit in
            Task {
                try? await Task.sleep(for: .seconds(limit))
                whenOnAir.removeValue(forKey: id)?.resume()
            }
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation {
                whenOnAir[id] = $0
                if Task.isCancelled { leave(id) }
            }
        } onCancel: {
            Task { await self.leave(id) }
        }
        alarm?.cancel()
    }

    private func leave(_ waiter: UInt64) { whenOnAir.removeValue(forKey: waiter)?.resume() }

    /// The recorded duration in seconds.
    public var recorded: Double {
        plan.renditions.first.flatMap { channel.replay($0) }?.segments.reduce(0) { $0 + $1.duration } ?? 0
    }

    /// The multivariant playlist; nil until it is on air.
    public func multivariant() -> [UInt8]? { isOnAir ? multivariantPlaylist(replay: false).write() : nil }

    /// A rendition's playlist, as soon as it has the requested state.
    public func playlist(_ rendition: String, _ directives: DeliveryDirectivesText) async -> Answer {
        guard let directives = directives.parsed else { return .status(400) }
        return await ask { .request($0, rendition: rendition, directives) }
    }

    /// A file named in a rendition's playlist; a hinted file as soon as it exists.
    public func file(_ rendition: String, _ name: String) async -> Answer { await ask { .file($0, rendition: rendition, name: name) } }

    private func ask(_ event: (LiveChannel.RequestID) -> LiveChannel.Event) async -> Answer {
        lastRequest += 1
        let (id, event) = (LiveChannel.RequestID(lastRequest), event(LiveChannel.RequestID(lastRequest)))
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting[id] = continuation
                perform(channel.handle(event, at: Self.now))
                // Cancelled before the handler was installed.
                if Task.isCancelled { cancel(id) }
                setAlarm()
            }
        } onCancel: {
            Task { await self.cancel(id) }
        }
    }

    private func cancel(_ id: LiveChannel.RequestID) {
        guard let continuation = waiting.removeValue(forKey: id) else { return }
        perform(channel.handle(.cancelled(id), at: Self.now))
        continuation.resume(returning: .status(503))
    }

    private static var now: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }

    // MARK: - From the encoder

    /// Removes the audio rendition, because the source has no audio.
    /// - Returns: false if it is too late, because something was sent already.
    func removeAudio() async -> Bool {
        if let station = successor?.station {
            let isDone = await station.removeAudio()
            hasAudio = await station.hasAudio
            return isDone
        }
        guard hasAudio, headers.isEmpty, !hasEnded, !plan.heights.isEmpty else { return !hasAudio }
        hasAudio = false
        channel = LiveChannel(renditions: renditions, settings: plan.settings, earlier: earlier)
        for continuation in waiting.values { continuation.resume(returning: .status(503)) }
        waiting = [:]
        return true
    }

    func begin(_ rendition: String, _ bytes: [UInt8], _ header: TrackHeader) async throws {
        headers[rendition] = header
        newest[rendition] = (bytes, newest[rendition]?.reached ?? -.infinity)
        if let successor {
            // A rendition that hasn't begun there will do so with its next key frame.
            if successor.handOver.begun.contains(rendition) { try await successor.station.begin(rendition, bytes, header) }
            return
        }
        let actions = try await performStoring(channel.handle(.header(rendition: rendition), at: Self.now))
        // After a crash, segments found by name are assumed to have the newest header, so those with an older one are recorded first.
        try await note(rendition, atLeast: 1)
        for case .keep(_, let name) in actions {
            try await store(bytes, rendition, name)
        }
        guard isOnAir else { return }
        for continuation in whenOnAir.values { continuation.resume() }
        whenOnAir = [:]
    }

    func add(_ rendition: String, _ bytes: [UInt8], _ fragment: MediaFragment) async throws {
        guard let header = headers[rendition] else { return }
        let duration = Double(fragment.duration) / Double(header.timescale)
        let time = Double(fragment.time) / Double(header.timescale)
        let isIndependent = rendition == plan.sound || fragment.startsWithKey
        if successor != nil { return try await pass(rendition, bytes, fragment, time: time, isIndependent: isIndependent) }
        newest[rendition]?.reached = time + duration
        let start = epoch ?? Date().timeIntervalSince1970 - time - duration
        epoch = start
        var rate = bits[rendition] ?? (0, 0, 0)
        rate = (max(rate.peak, Int(Double(bytes.count * 8) / max(duration, 0.1))), rate.bits + bytes.count * 8, rate.seconds + duration)
        bits[rendition] = rate
        // Stores the bytes first, since clients may request the part as soon as it is listed.
        parts["\(rendition)/\(nextPart(rendition))"] = bytes
        let event = LiveChannel.Event.part(rendition: rendition, duration: duration, isIndependent: isIndependent, date: start + time)
        try await performStoring(channel.handle(event, at: Self.now))
        try await note(rendition, atLeast: RecordingIndex.pageLength)
    }

    /// Records segments, so that a new process can continue.
    private func note(_ rendition: String, atLeast count: Int) async throws {
        guard let recording = channel.recording(rendition) else { return }
        var journal = journals[rendition] ?? RecordingIndex()
        guard let page = journal.page(of: recording, atLeast: count) else { return }
        try await store(page.bytes, rendition, page.name)
        journals[rendition] = journal
    }

    private func nextPart(_ rendition: String) -> String { channel.nextPart(rendition) ?? "" }

    private func pass(_ rendition: String, _ bytes: [UInt8], _ fragment: MediaFragment, time: Double, isIndependent: Bool) async throws {
        guard let station = successor?.station, let header = headers[rendition], let initial = newest[rendition]?.header,
            let step = successor?.handOver.step(rendition, time: time, isIndependent: isIndependent), step != .skip
        else { return }
        if step == .begin { try await station.begin(rendition, initial, header) }
        try await station.add(rendition, bytes, fragment)
    }

    /// Passes everything from the next key frame on to another station, and nothing from before.
    ///
    /// The encoder continues to send to this station. End this station afterwards, so that its remaining clients get the end of the stream.
    public func handOver(to station: LiveStation) async {
        guard successor == nil else { return }
        successor = (
            station, StationHandover(reached: newest.mapValues(\.reached), sound: plan.sound, hasPictures: !plan.heights.isEmpty)
        )
        if !hasAudio { _ = await station.removeAudio() }
    }

    /// Call this when the source restarted, because its clock restarts, too.
    public func restart() async {
        epoch = nil
        successor?.handOver.restart()
        await successor?.station.restart()
    }

    /// Ends the stream. If it is recorded, writes the replay's playlists.
    ///
    /// If the store fails, a later call continues with what isn't stored yet.
    /// - Returns: the storage key of the replay's multivariant playlist; nil if there is none.
    @discardableResult
    public func end() async throws -> StorageKey? {
        let task = ending ?? Task { try await finish() }
        ending = task
        do { return try await task.value } catch {
            if ending == task { ending = nil }
            throw error
        }
    }

    private func finish() async throws -> StorageKey? {
        if !hasEnded {
            hasEnded = true
            for continuation in whenOnAir.values { continuation.resume() }
            whenOnAir = [:]
            alarm?.cancel()
            leftOver = channel.handle(.ended, at: Self.now)
            perform(leftOver)
        }
        while let action = leftOver.first {
            try await keep(action)
            leftOver.removeFirst()
        }
        guard plan.settings.isRecorded, isOnAir else { return nil }
        for rendition in renditions {
            guard let replay = channel.replay(rendition) else { continue }
            try await store(replay.write(), rendition, "replay.m3u8")
        }
        guard let key = base.appending("replay.m3u8") else { return nil }
        let bytes = multivariantPlaylist(replay: true).write()
        try await storage.put(.bytes(bytes), at: key, type: PackageMediaType.name(of: key.text))
        replay = key
        return key
    }

    // MARK: - Actions

    private func perform(_ actions: [LiveChannel.Action]) {
        for action in actions {
            switch action {
            case .answer(let id, let bytes): waiting.removeValue(forKey: id)?.resume(returning: .playlist(bytes))
            case .serve(let id, let rendition, let name): waiting.removeValue(forKey: id)?.resume(returning: found(rendition, name))
            case .refuse(let id, let status): waiting.removeValue(forKey: id)?.resume(returning: .status(status))
            case .keep, .join, .remove: break
            }
        }
    }

    /// Stores what must be stored, and only then answers requests for it.
    @discardableResult
    private func performStoring(_ actions: [LiveChannel.Action]) async throws -> [LiveChannel.Action] {
        perform(actions)
        for action in actions { try await keep(action) }
        setAlarm()
        return actions
    }

    private func keep(_ action: LiveChannel.Action) async throws {
        switch action {
        case .join(let rendition, let name, let names):
            let whole = names.flatMap { parts["\(rendition)/\($0)"] ?? [] }
            parts["\(rendition)/\(name)"] = whole
            try await store(whole, rendition, name)
            parts["\(rendition)/\(name)"] = nil
        case .remove(let rendition, let name):
            if parts.removeValue(forKey: "\(rendition)/\(name)") == nil, let key = key(rendition, name) {
                try await storage.delete(key)
            }
        default: break
        }
    }

    private func found(_ rendition: String, _ name: String) -> Answer {
        if let bytes = parts["\(rendition)/\(name)"] { return .bytes(bytes) }
        guard !name.hasPrefix("part-"), let key = key(rendition, name) else { return .status(404) }
        return .stored(key)
    }

    private func key(_ rendition: String, _ name: String) -> StorageKey? { base.appending("\(rendition)/\(name)") }

    private func store(_ bytes: [UInt8], _ rendition: String, _ name: String) async throws {
        guard let key = key(rendition, name) else { throw PackagerError.output("\(name) can't be used as a name in the store") }
        try await storage.put(.bytes(bytes), at: key, type: PackageMediaType.name(of: name))
    }

    private func setAlarm() {
        alarm?.cancel()
        guard let deadline = channel.nextDeadline else { return }
        let wait = max(0, deadline - Self.now)
        alarm = Task { [weak self] in
            try? await Task.sleep(for: .seconds(wait))
            guard !Task.isCancelled else { return }
            await self?.ring()
        }
    }

    private func ring() {
        perform(channel.handle(.tick, at: Self.now))
        setAlarm()
    }

    private func multivariantPlaylist(replay: Bool) -> MultivariantPlaylist {
        let name = replay ? "replay.m3u8" : "index.m3u8"
        var playlist = MultivariantPlaylist()
        playlist.version = 9
        let sound = bits[plan.sound] ?? (0, 0, 0)
        if hasAudio {
            var rendition = Rendition(
                kind: .audio, groupID: "sound", name: "Sound", uri: URIReference("\(plan.sound)/\(name)"))
            rendition.isDefault = true
            rendition.isAutoselect = true
            rendition.channels = "2"
            playlist.renditions = [rendition]
        }
        playlist.variants = plan.heights.map { height in
            let picture = plan.picture(height)
            let header = headers[picture]
            let bound = plan.rung(height).peakBitrate
            let measured = bits[picture] ?? (0, 0, 0)
            var variant = Variant(
                uri: URIReference("\(picture)/\(name)"),
                bandwidth: max(bound, replay ? measured.peak : 0) + (hasAudio ? max(sound.peak, plan.packager.stereoBitrate) : 0))
            if replay, earlier.isEmpty, measured.seconds > 0 {
                variant.averageBandwidth = Int((Double(measured.bits + sound.bits) / measured.seconds).rounded(.up))
            }
            variant.codecs = [header?.codecs ?? "avc1.64001f"] + (hasAudio ? [AudioRendition.codecs] : [])
            if let header, header.width > 0 { variant.resolution = PixelSize(width: header.width, height: header.height) }
            variant.frameRate = (plan.frameRate.value * 1000).rounded() / 1000
            variant.audioGroup = hasAudio ? "sound" : nil
            return variant
        }
        return playlist
    }
}
