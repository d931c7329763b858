// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization
public import WindowboxOrigin

/// Serves live playlists and their segments on the loopback address, with its own time.
///
/// Requests advance the stream's time: a reload advances it by a step, and a blocking reload advances it to the requested
/// time, once everything published has been requested. So a stream runs as fast as its client, however slow
/// that is. Requests for something not published yet are held back until it is.
public final class LiveOrigin: Sendable {
    /// What a playlist's URL shows from a time of the origin on.
    public struct Act: Sendable {
        public var from: Double
        /// The origin's time at which the playlist's own time was 0.
        public var zero: Double
        public var playlist: LivePlaylist

        public init(_ playlist: LivePlaylist, from: Double = 0, zero: Double = 0) {
            self.from = from
            self.zero = zero
            self.playlist = playlist
        }
    }

    public struct Programme: Sendable {
        /// By path, such as `/360p/live.m3u8`; each in order of time.
        public var playlists: [String: [Act]] = [:]
        /// Texts that don't change, such as a multivariant playlist, by path.
        public var texts: [String: String] = [:]
        /// The files below this folder are served.
        public var folder: URL
        /// The time at which the origin starts.
        public var start = 0.0
        /// Seconds by which a plain reload advances the time; 0 leaves that to ``LiveOrigin/advance(to:)``.
        public var step = 4.0
        /// Whether the time may advance, given the requests so far.
        public var mayMove: @Sendable (_ requests: [OriginRequest], _ moment: Double) -> Bool = { _, _ in true }
        /// Edits a playlist's text at a time.
        public var edit: @Sendable (_ path: String, _ text: String, _ moment: Double) -> String = { _, text, _ in text }
        /// Overrides the origin's response unless it returns nil.
        public var answer: @Sendable (OriginRequest) -> OriginResponse? = { _ in nil }

        public init(folder: URL) { self.folder = folder }
    }

    fileprivate struct State {
        var now: Double
        var served: [String: Double] = [:]
        /// The end of the newest segment or part requested.
        var wanted = -Double.infinity
        var requests: [OriginRequest] = []
        var changes = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var lastWaiting = 0
    }

    /// Kept apart from the server, whose handler must not retain it.
    fileprivate final class Studio: Sendable {
        let programme: Programme
        let state: Mutex<State>
        /// When each file is first published.
        let due: [String: Double]
        /// Seconds after which all files repeat.
        let round: Double

        init(_ programme: Programme) {
            self.programme = programme
            state = Mutex(State(now: programme.start))
            var due: [String: Double] = [:]
            for (path, acts) in programme.playlists {
                let folder = path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex)
                for act in acts {
                    for (number, segment) in act.playlist.material.segments.enumerated() {
                        due[folder + segment.uri] = act.zero + act.playlist.start(of: number + 1)
                        var end = act.zero + act.playlist.start(of: number)
                        for part in segment.parts {
                            end += part.duration
                            due[folder + part.uri] = end
                        }
                    }
                }
            }
            self.due = due
            let playlist = programme.playlists.values.first?.first?.playlist
            round = playlist.map { $0.start(of: $0.material.segments.count) } ?? .infinity
        }
    }

    private let studio: Studio
    private let origin: Origin

    public init(_ programme: Programme) async throws {
        let studio = Studio(programme)
        self.studio = studio
        origin = try await Origin { request in
            studio.note(request)
            return await studio.answer(request)
        }
    }

    public var address: String { origin.address }
    /// All requests so far, in order of arrival.
    public var requests: [OriginRequest] { studio.state.withLock { $0.requests } }
    public var now: Double { studio.state.withLock { $0.now } }
    public func stop() async { await origin.stop() }

    /// Waits until a path was requested.
    public func wasAsked(for path: String, times: Int = 1) async {
        while !Task.isCancelled {
            let (count, changes) = studio.state.withLock { state in (state.requests.count { $0.path == path }, state.changes) }
            if count >= times { return }
            await studio.next(after: changes)
        }
    }

    /// Advances the time manually.
    public func advance(to moment: Double) {
        studio.change { state in state.now = max(state.now, moment) }
    }
}

extension LiveOrigin.Studio {
    func note(_ request: OriginRequest) {
        change { state in
            state.requests.append(request)
            if let first = due[request.path] {
                let rounds = max(0, ((state.now - first) / round + LivePlaylist.tolerance).rounded(.down))
                state.wanted = max(state.wanted, first + rounds * round)
            }
        }
    }

    func change(_ body: (inout LiveOrigin.State) -> Void) {
        let waiting = state.withLock { state in
            body(&state)
            state.changes += 1
            defer { state.waiting.removeAll() }
            return state.waiting
        }
        for continuation in waiting.values { continuation.resume() }
    }

    func answer(_ request: OriginRequest) async -> OriginResponse {
        if let answer = programme.answer(request) { return answer }
        if let text = programme.texts[request.path] { return .text(text, type: "application/vnd.apple.mpegurl") }
        if let acts = programme.playlists[request.path] { return await playlist(acts, request) }
        if let due = due[request.path] {
            while !Task.isCancelled {
                let (now, changes) = state.withLock { ($0.now, $0.changes) }
                if now >= due - LivePlaylist.tolerance { break }
                await next(after: changes)
            }
        }
        return FilesInMemory(programme.folder).answer(request)
    }

    private func playlist(_ acts: [LiveOrigin.Act], _ request: OriginRequest) async -> OriginResponse {
        let sequence = value("_HLS_msn", in: request)
        let part = value("_HLS_part", in: request)
        let skips = request.query?.contains("_HLS_skip=") == true
        if sequence == nil { moveOn(request.path) }
        while !Task.isCancelled {
            let (now, wanted, changes, requests) = state.withLock { ($0.now, $0.wanted, $0.changes, $0.requests) }
            guard let act = acts.last(where: { $0.from <= now }) else { return .text("not yet", status: 404) }
            switch act.playlist.reply(at: now - act.zero, sequence: sequence, part: part, skipping: skips) {
            case .playlist(let text):
                change { $0.served[request.path] = now }
                return .text(programme.edit(request.path, text, now), type: "application/vnd.apple.mpegurl")
            case .refuse: return .text("the wanted segment is too far ahead\n", status: 400)
            case .wait(let until)
            where programme.step > 0 && wanted >= now - max(1, 2 * act.playlist.partTarget) && programme.mayMove(requests, now):
                change { $0.now = max($0.now, act.zero + until) }
            case .wait, .never: await next(after: changes)
            }
        }
        return .text("gone", status: 503)
    }

    /// A playlist that was served for this time already shows the next one, unless the client is far behind.
    private func moveOn(_ path: String) {
        change { state in
            guard programme.step > 0, state.served[path] == state.now, state.wanted > state.now - 3 * programme.step else { return }
            state.now += programme.step
        }
    }

    fileprivate func next(after changes: Int) async {
        let number = state.withLock { state in
            state.lastWaiting += 1
            return state.lastWaiting
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.changes != changes || Task.isCancelled { return true }
                    state.waiting[number] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
        }
    }

    private func value(_ name: String, in request: OriginRequest) -> Int? {
        for pair in (request.query ?? "").split(separator: "&") where pair.hasPrefix(name + "=") {
            return Int(pair.dropFirst(name.count + 1))
        }
        return nil
    }
}
