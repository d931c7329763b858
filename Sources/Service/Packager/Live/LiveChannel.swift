// SPDX-License-Identifier: Apache-2.0

public import WindowboxHLS

/// The playlists of a live stream as a pure state machine: it takes events and returns actions, without clock, files or sockets.
///
/// It follows RFC 8216bis: parts (4.4.4.9), blocking reload (6.2.5.2), delta updates (6.2.5.1), preload hints (4.4.5.3), rendition reports
/// (4.4.5.4), and the lifetime of segments (6.2.2).
public struct LiveChannel: Sendable {
    /// Assigned by the caller, and returned with the response.
    public struct RequestID: Hashable, Sendable {
        public let number: UInt64
        public init(_ number: UInt64) { self.number = number }
    }

    public enum Event: Sendable {
        /// A rendition begins, or continues with another initialisation segment, to be stored under the returned name.
        case header(rendition: String)
        /// A fragment has arrived. Its date is that of its first sample, in seconds since 1970.
        case part(rendition: String, duration: Double, isIndependent: Bool, date: Double)
        /// The stream has ended.
        case ended
        case request(RequestID, rendition: String, DeliveryDirectives)
        /// A request for a file named in a rendition's playlist, possibly in a preload hint.
        case file(RequestID, rendition: String, name: String)
        /// The client has disconnected.
        case cancelled(RequestID)
        /// Time has passed.
        case tick
    }

    public enum Action: Hashable, Sendable {
        /// Store the header or fragment that came with the event.
        case keep(rendition: String, name: String)
        /// Concatenate these fragments and store them as one file.
        case join(rendition: String, name: String, parts: [String])
        /// No client may request it any more.
        case remove(rendition: String, name: String)
        case respond(RequestID, playlist: [UInt8])
        /// Send the file.
        case serve(RequestID, rendition: String, name: String)
        /// Respond with HTTP status 400, 404 or 503.
        case refuse(RequestID, status: Int)
    }

    private struct Held: Sendable {
        var rendition: String
        var deadline: Double
        var target: Target
        enum Target: Sendable { case playlist(DeliveryDirectives), part(String) }
    }

    public let settings: LiveSettings
    private var renditions: [String: LiveRendition]
    private let order: [String]
    private var held: [RequestID: Held] = [:]
    private var headers: [String: Int] = [:]
    private var written: [String: Written] = [:]

    /// A cached playlist, serialised once for all clients.
    private struct Written: Sendable {
        var versions: [Int]
        var whole: [UInt8]?
        var delta: [UInt8]?
    }

    /// The limit of held requests; others get 503.
    static let maxHeld = 50_000

    /// - Parameters:
    ///   - renditions: their names, which are also their folders: a rendition's playlist is `NAME/index.m3u8`.
    ///   - earlier: segments recorded before, in other folders.
    public init(renditions: [String], settings: LiveSettings = LiveSettings(), earlier: [String: [MediaSegment]] = [:]) {
        order = renditions
        self.settings = settings
        self.renditions = Dictionary(
            uniqueKeysWithValues: renditions.map { ($0, LiveRendition(settings, earlier: earlier[$0] ?? [])) })
    }

    /// When the next ``Event/tick`` is due, because a held request times out.
    public var nextDeadline: Double? { held.values.map(\.deadline).min() }
    /// The number of held requests.
    public var heldRequests: Int { held.count }
    /// The name of a rendition's next part; nil for an unknown rendition.
    public func nextPart(_ rendition: String) -> String? { renditions[rendition]?.nextPart }
    /// Every segment of a rendition so far; nil if the stream is not recorded.
    func recording(_ rendition: String) -> SegmentList? { settings.isRecorded ? renditions[rendition]?.recording : nil }
    /// A rendition's replay after the end; nil if nothing was recorded.
    public func replay(_ rendition: String) -> MediaPlaylist? {
        guard settings.isRecorded, let known = renditions[rendition], !known.recording.isEmpty else { return nil }
        return known.replay
    }

    /// - Parameter now: seconds of a monotonic clock.
    public mutating func handle(_ event: Event, at now: Double) -> [Action] {
        switch event {
        case .header(let rendition): header(rendition)
        case .part(let rendition, let duration, let isIndependent, let date):
            part(rendition, duration, isIndependent, date, at: now)
        case .ended: end(at: now)
        case .request(let id, let rendition, let directives): request(id, rendition, directives, at: now)
        case .file(let id, let rendition, let name): file(id, rendition, name, at: now)
        case .cancelled(let id): forget(id)
        case .tick: expire(at: now)
        }
    }

    private mutating func forget(_ id: RequestID) -> [Action] {
        held[id] = nil
        return []
    }

    private mutating func header(_ rendition: String) -> [Action] {
        guard var state = renditions[rendition] else { return [] }
        let before = state.parts.map(\.uri.text)
        let segment = LiveRendition.segmentName(state.nextSequence)
        let name = LiveRendition.mapName(headers[rendition, default: 0])
        headers[rendition, default: 0] += 1
        state.begin(map: name)
        renditions[rendition] = state
        let join = before.isEmpty ? [] : [Action.join(rendition: rendition, name: segment, parts: before)]
        return join + [.keep(rendition: rendition, name: name)]
    }

    private mutating func part(_ rendition: String, _ duration: Double, _ isIndependent: Bool, _ date: Double, at now: Double) -> [Action] {
        guard let name = renditions[rendition]?.nextPart else { return [] }
        let closed = renditions[rendition]?.add(duration: duration, isIndependent: isIndependent, date: date)
        var actions: [Action] = []
        if let closed { actions.append(.join(rendition: rendition, name: closed.name, parts: closed.parts)) }
        actions.append(.keep(rendition: rendition, name: name))
        let gone = renditions[rendition]?.trim(at: now) ?? []
        return actions + answerHeld() + gone.map { .remove(rendition: rendition, name: $0) } + expire(at: now)
    }

    private mutating func end(at now: Double) -> [Action] {
        var actions: [Action] = []
        for rendition in order {
            guard let closed = renditions[rendition]?.end() else { continue }
            actions.append(.join(rendition: rendition, name: closed.name, parts: closed.parts))
        }
        return actions + answerHeld()
    }
}

// MARK: - Requests

extension LiveChannel {
    private mutating func request(_ id: RequestID, _ rendition: String, _ directives: DeliveryDirectives, at now: Double) -> [Action] {
        guard let state = renditions[rendition] else { return [.refuse(id, status: 404)] }
        switch state.readiness(directives) {
        case .ready: return [.respond(id, playlist: playlist(rendition, skips: directives.skip != nil))]
        case .refuse: return [.refuse(id, status: 400)]
        case .wait: return hold(id, Held(rendition: rendition, deadline: now + settings.holdTimeout, target: .playlist(directives)))
        }
    }

    private mutating func file(_ id: RequestID, _ rendition: String, _ name: String, at now: Double) -> [Action] {
        guard let state = renditions[rendition] else { return [.refuse(id, status: 404)] }
        guard name == state.nextPart, !state.hasEnded else { return [.serve(id, rendition: rendition, name: name)] }
        return hold(id, Held(rendition: rendition, deadline: now + settings.holdTimeout, target: .part(name)))
    }

    private mutating func hold(_ id: RequestID, _ request: Held) -> [Action] {
        guard held.count < Self.maxHeld else { return [.refuse(id, status: 503)] }
        held[id] = request
        return []
    }

    /// Answers held requests in the order in which they arrived.
    private mutating func answerHeld() -> [Action] {
        var actions: [Action] = []
        for (id, request) in held.sorted(by: { $0.key.number < $1.key.number }) {
            guard let state = renditions[request.rendition] else { continue }
            switch request.target {
            case .playlist(let directives):
                switch state.readiness(directives) {
                case .wait: continue
                case .refuse: actions.append(.refuse(id, status: 400))
                case .ready:
                    actions.append(.respond(id, playlist: playlist(request.rendition, skips: directives.skip != nil)))
                }
            case .part(let name):
                if state.isPublished(name) {
                    actions.append(.serve(id, rendition: request.rendition, name: name))
                } else if state.hasEnded {
                    actions.append(.refuse(id, status: 404))
                } else {
                    continue
                }
            }
            held.removeValue(forKey: id)
        }
        return actions
    }

    private mutating func expire(at now: Double) -> [Action] {
        let late = held.filter { $0.value.deadline <= now }.keys.sorted { $0.number < $1.number }
        for id in late { held.removeValue(forKey: id) }
        return late.map { .refuse($0, status: 503) }
    }

    private mutating func playlist(_ rendition: String, skips: Bool) -> [UInt8] {
        let versions = order.map { renditions[$0]?.version ?? 0 }
        var known = written[rendition].flatMap { $0.versions == versions ? $0 : nil } ?? Written(versions: versions)
        if let bytes = skips ? known.delta : known.whole { return bytes }
        let reports = order.filter { $0 != rendition }.compactMap { renditions[$0]?.report(uri: "../\($0)/index.m3u8") }
        let bytes = renditions[rendition]?.playlist(skips: skips, reports: reports).write() ?? []
        if skips { known.delta = bytes } else { known.whole = bytes }
        written[rendition] = known
        return bytes
    }
}
