// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxHLS
import WindowboxMedia

/// A live stream on air: receives fragments, and serves playlists and files as soon as they exist.
///
/// Parts are kept in memory, complete segments in a store, where a replay finds them.
public actor LiveStation {
    public enum Media: Sendable {
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
    private(set) var files: LiveFiles
    private var channel: LiveChannel
    /// Those whose rendition has begun, by name.
    private var received: [String: ReceivedRendition] = [:]
    private var requests = StationWaiters<Media>()
    private var onAirWaiters = StationWaiters<Void>()
    /// Segments recorded by an earlier process, by rendition.
    private let earlier: [String: [MediaSegment]]
    /// The date of the encoder's time zero, in seconds since 1970.
    private var epoch: Double?
    private var alarm: Task<Void, Never>?
    private var ending = Ending()
    /// The encoder's statistics.
    public nonisolated let meter = EncoderStatisticsCollector()
    /// The station that takes over.
    private var successor: (station: LiveStation, handOver: StationHandover)?

    private struct Ending {
        var hasBegun = false
        /// Actions that remain to be stored.
        var remaining: [LiveChannel.Action] = []
        var task: Task<StorageKey?, any Error>?
    }

    /// - Parameters:
    ///   - base: the storage prefix of its files.
    ///   - earlier: an earlier recording with the same prefix, which this one continues.
    public init(plan: LivePlan, storage: any MediaStorage, base: StorageKey, earlier: EarlierRecording? = nil) {
        self.plan = plan
        let hasAudio = plan.hasAudio && earlier?.hasAudio != false
        self.hasAudio = hasAudio
        files = LiveFiles(storage, base: base)
        self.earlier = earlier?.segments ?? [:]
        channel = LiveChannel(
            renditions: plan.renditions.filter { hasAudio || $0 != plan.sound }, settings: plan.settings, earlier: self.earlier)
    }

    /// Whether every rendition has begun, so that ``multivariant()`` lists all of them.
    public var isOnAir: Bool { received.count == renditions.count }

    private var renditions: [String] { plan.renditions.filter { hasAudio || $0 != plan.sound } }

    /// Waits until it is on air, has ended, or the task is cancelled.
    /// - Parameter limit: a timeout in seconds.
    public func onAir(within limit: Double? = nil) async {
        if isOnAir || ending.hasBegun { return }
        let id = onAirWaiters.nextID()
        let alarm = limit.map { limit in
            Task {
                try? await Task.sleep(for: .seconds(limit))
                onAirWaiters.resume(id, returning: ())
            }
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation {
                onAirWaiters.add(id, $0)
                if Task.isCancelled { leave(id) }
            }
        } onCancel: {
            Task { await self.leave(id) }
        }
        alarm?.cancel()
    }

    private func leave(_ waiter: UInt64) { onAirWaiters.resume(waiter, returning: ()) }

    /// The recorded duration in seconds.
    public var recorded: Double {
        plan.renditions.first.flatMap { channel.replay($0) }?.segments.reduce(0) { $0 + $1.duration } ?? 0
    }

    /// The multivariant playlist; nil until it is on air.
    public func multivariant() -> [UInt8]? {
        isOnAir ? plan.multivariant(hasAudio: hasAudio, received).write() : nil
    }

    /// A rendition's playlist, as soon as it has the requested state.
    public func playlist(_ rendition: String, _ directives: DeliveryDirectivesText) async -> Media {
        guard let directives = directives.parsed else { return .status(400) }
        return await response { .request($0, rendition: rendition, directives) }
    }

    /// A file named in a rendition's playlist; a hinted file as soon as it exists.
    public func file(_ rendition: String, _ name: String) async -> Media { await response { .file($0, rendition: rendition, name: name) } }

    private func response(_ event: (LiveChannel.RequestID) -> LiveChannel.Event) async -> Media {
        let id = LiveChannel.RequestID(requests.nextID())
        let event = event(id)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                requests.add(id.number, continuation)
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
        guard requests.resume(id.number, returning: .status(503)) else { return }
        perform(channel.handle(.cancelled(id), at: Self.now))
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
        guard hasAudio, received.isEmpty, !ending.hasBegun, !plan.heights.isEmpty else { return !hasAudio }
        hasAudio = false
        channel = LiveChannel(renditions: renditions, settings: plan.settings, earlier: earlier)
        requests.resumeAll(returning: .status(503))
        return true
    }

    func begin(_ rendition: String, _ bytes: [UInt8], _ header: TrackHeader) async throws {
        if received[rendition] == nil {
            received[rendition] = ReceivedRendition(header, bytes)
        } else {
            received[rendition]?.begin(header, bytes)
        }
        if let successor {
            // A rendition that hasn't begun there will do so with its next key frame.
            if successor.handOver.begun.contains(rendition) { try await successor.station.begin(rendition, bytes, header) }
            return
        }
        let actions = try await performStoring(channel.handle(.header(rendition: rendition), at: Self.now))
        // After a crash, segments found by name are assumed to have the newest header, so those with an older one are recorded first.
        try await recordIndex(rendition, atLeast: 1)
        for case .keep(_, let name) in actions { try await files.store(bytes, rendition, name) }
        if isOnAir { onAirWaiters.resumeAll(returning: ()) }
    }

    func add(_ rendition: String, _ bytes: [UInt8], _ fragment: MediaFragment) async throws {
        guard let (time, duration) = received[rendition]?.span(of: fragment) else { return }
        let isIndependent = rendition == plan.sound || fragment.startsWithKey
        if successor != nil { return try await pass(rendition, bytes, fragment, time: time, isIndependent: isIndependent) }
        received[rendition]?.add(fragment, bytes: bytes.count)
        let start = epoch ?? Date().timeIntervalSince1970 - time - duration
        epoch = start
        // Stores the bytes first, since clients may request the part as soon as it is listed.
        files.hold(bytes, rendition, channel.nextPart(rendition) ?? "")
        let event = LiveChannel.Event.part(rendition: rendition, duration: duration, isIndependent: isIndependent, date: start + time)
        try await performStoring(channel.handle(event, at: Self.now))
        try await recordIndex(rendition, atLeast: RecordingIndex.pageLength)
    }

    /// Lists recorded segments in the store, so that a new process can continue.
    /// - Parameter count: the minimum number of segments that aren't listed.
    private func recordIndex(_ rendition: String, atLeast count: Int) async throws {
        guard let recording = channel.recording(rendition), var index = received[rendition]?.index,
            let page = index.page(of: recording, atLeast: count)
        else { return }
        try await files.store(page.bytes, rendition, page.name)
        received[rendition]?.index = index
    }

    private func pass(_ rendition: String, _ bytes: [UInt8], _ fragment: MediaFragment, time: Double, isIndependent: Bool) async throws {
        guard let station = successor?.station, let begun = received[rendition],
            let step = successor?.handOver.step(rendition, time: time, isIndependent: isIndependent), step != .skip
        else { return }
        if step == .begin { try await station.begin(rendition, begun.initialization, begun.header) }
        try await station.add(rendition, bytes, fragment)
    }

    /// Passes everything from the next key frame on to another station, and nothing from before.
    ///
    /// The encoder continues to send to this station. End this station afterwards, so that its remaining clients get the end of the stream.
    public func handOver(to station: LiveStation) async {
        guard successor == nil else { return }
        successor = (
            station, StationHandover(reached: received.mapValues(\.reached), sound: plan.sound, hasPictures: !plan.heights.isEmpty)
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
        let task = ending.task ?? Task { try await finish() }
        ending.task = task
        do { return try await task.value } catch {
            if ending.task == task { ending.task = nil }
            throw error
        }
    }

    private func finish() async throws -> StorageKey? {
        if !ending.hasBegun {
            ending.hasBegun = true
            onAirWaiters.resumeAll(returning: ())
            alarm?.cancel()
            ending.remaining = channel.handle(.ended, at: Self.now)
            perform(ending.remaining)
        }
        while let action = ending.remaining.first {
            try await store(action)
            ending.remaining.removeFirst()
        }
        guard plan.settings.isRecorded, isOnAir else { return nil }
        for rendition in renditions {
            guard let replay = channel.replay(rendition) else { continue }
            try await files.store(replay.write(), rendition, LivePlan.replayName)
        }
        let playlist = plan.multivariant(hasAudio: hasAudio, received, isReplay: true, hasMore: !earlier.isEmpty)
        return try await files.store(playlist.write(), LivePlan.replayName)
    }

    // MARK: - Actions

    private func perform(_ actions: [LiveChannel.Action]) {
        for action in actions {
            switch action {
            case .respond(let id, let bytes): requests.resume(id.number, returning: .playlist(bytes))
            case .serve(let id, let rendition, let name): requests.resume(id.number, returning: files.media(rendition, name))
            case .refuse(let id, let status): requests.resume(id.number, returning: .status(status))
            case .keep, .join, .remove: break
            }
        }
    }

    /// Stores what must be stored, and only then answers requests for it.
    @discardableResult
    private func performStoring(_ actions: [LiveChannel.Action]) async throws -> [LiveChannel.Action] {
        perform(actions)
        for action in actions { try await store(action) }
        setAlarm()
        return actions
    }

    private func store(_ action: LiveChannel.Action) async throws {
        switch action {
        case .join(let rendition, let name, let parts):
            let segment = files.join(parts, as: name, rendition)
            try await files.store(segment, rendition, name)
            _ = files.release(rendition, name)
        case .remove(let rendition, let name):
            if !files.release(rendition, name) { try await files.delete(rendition, name) }
        default: break
        }
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
}
