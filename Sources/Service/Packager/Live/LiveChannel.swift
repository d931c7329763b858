// SPDX-License-Identifier: Apache-2.0

public import WindowboxHLS

/// The playlists of a live stream, decided without a clock, a file or a socket: events go in, and what is to be done comes out.
///
/// The rules are those of RFC 8216bis: parts (4.4.4.9), blocking reload (6.2.5.2), delta updates (6.2.5.1), preload hints (4.4.5.3),
/// rendition reports (4.4.5.4), and how long things stay (6.2.2).
public struct LiveChannel: Sendable {
    /// Whoever asks gives it, and gets it back with the answer.
    public struct RequestID: Hashable, Sendable {
        public let number: UInt64
        public init(_ number: UInt64) { self.number = number }
    }

    public enum Event: Sendable {
        /// A rendition begins, or begins anew with another header: its bytes are kept under the name that comes back.
        case header(rendition: String)
        /// A fragment has come. Its date is that of its first sample, in seconds since 1970.
        case part(rendition: String, duration: Double, isIndependent: Bool, date: Double)
        /// Nothing will come any more.
        case ended
        case request(RequestID, rendition: String, DeliveryDirectives)
        /// A file of a rendition that a playlist names, perhaps as a hint.
        case file(RequestID, rendition: String, name: String)
        /// Whoever asked is gone.
        case cancelled(RequestID)
        /// Time has passed.
        case tick
    }

    public enum Action: Hashable, Sendable {
        /// Keep the header, or the fragment, that came with the event.
        case keep(rendition: String, name: String)
        /// Keep these fragments in a row as one.
        case join(rendition: String, name: String, parts: [String])
        /// Nobody may ask for it any more.
        case remove(rendition: String, name: String)
        case answer(RequestID, playlist: [UInt8])
        /// Send the file.
        case serve(RequestID, rendition: String, name: String)
        /// Answer with an HTTP status: 400, 404 or 503.
        case refuse(RequestID, status: Int)
    }

    private struct Held: Sendable {
        var rendition: String
        var deadline: Double
        var wish: Wish
        enum Wish: Sendable { case playlist(DeliveryDirectives), part(String) }
    }

    public let settings: LiveSettings
    private var renditions: [String: LiveRendition]
    private let order: [String]
    private var held: [RequestID: Held] = [:]
    private var headers: [String: Int] = [:]
    private var written: [String: Written] = [:]

    /// What many ask for at once is written once.
    private struct Written: Sendable {
        var versions: [Int]
        var whole: [UInt8]?
        var delta: [UInt8]?
    }

    /// Requests that may wait at a time; further ones get 503.
    static let mostHeld = 50_000

    /// - Parameters:
    ///   - renditions: their names, which are also those of their folders: a rendition's playlist is `NAME/index.m3u8`.
    ///   - earlier: what was recorded of them before, in other folders.
    public init(renditions: [String], settings: LiveSettings = LiveSettings(), earlier: [String: [MediaSegment]] = [:]) {
        order = renditions
        self.settings = settings
        self.renditions = Dictionary(
            uniqueKeysWithValues: renditions.map { ($0, LiveRendition(settings, earlier: earlier[$0] ?? [])) })
    }

    /// When a ``Event/tick`` is due: somebody has waited for long enough then.
    public var nextDeadline: Double? { held.values.map(\.deadline).min() }
    /// Who waits.
    public var heldRequests: Int { held.count }
    /// What the next part of a rendition is called; nil for one that there isn't.
    public func nextPart(_ rendition: String) -> String? { renditions[rendition]?.nextPart }
    /// Every segment of a rendition so far; nil where nothing is recorded.
    func recording(_ rendition: String) -> SegmentList? { settings.isRecorded ? renditions[rendition]?.recording : nil }
    /// What is left to fetch once it has ended: a rendition's replay, nil when nothing was recorded.
    public func replay(_ rendition: String) -> MediaPlaylist? {
        guard settings.isRecorded, let known = renditions[rendition], !known.recording.isEmpty else { return nil }
        return known.replay
    }

    /// - Parameter now: seconds on a clock that never goes back.
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
        case .ready: return [.answer(id, playlist: playlist(rendition, skips: directives.skip != nil))]
        case .refuse: return [.refuse(id, status: 400)]
        case .wait: return hold(id, Held(rendition: rendition, deadline: now + settings.patience, wish: .playlist(directives)))
        }
    }

    private mutating func file(_ id: RequestID, _ rendition: String, _ name: String, at now: Double) -> [Action] {
        guard let state = renditions[rendition] else { return [.refuse(id, status: 404)] }
        guard name == state.nextPart, !state.hasEnded else { return [.serve(id, rendition: rendition, name: name)] }
        return hold(id, Held(rendition: rendition, deadline: now + settings.patience, wish: .part(name)))
    }

    private mutating func hold(_ id: RequestID, _ request: Held) -> [Action] {
        guard held.count < Self.mostHeld else { return [.refuse(id, status: 503)] }
        held[id] = request
        return []
    }

    /// In the order of the requests, so that nobody who came first is served last.
    private mutating func answerHeld() -> [Action] {
        var actions: [Action] = []
        for (id, request) in held.sorted(by: { $0.key.number < $1.key.number }) {
            guard let state = renditions[request.rendition] else { continue }
            switch request.wish {
            case .playlist(let directives):
                switch state.readiness(directives) {
                case .wait: continue
                case .refuse: actions.append(.refuse(id, status: 400))
                case .ready:
                    actions.append(.answer(id, playlist: playlist(request.rendition, skips: directives.skip != nil)))
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
