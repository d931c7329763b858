// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WindowboxCatalogue
import WindowboxStitcher

/// The sessions that this process has in memory; others are loaded from the database.
final class SessionTable: Sendable {
    private struct State {
        var held: [String: (session: ViewerSession, used: UInt64)] = [:]
        var uses: UInt64 = 0
        var loads: [String: Task<ViewerSession?, any Error>] = [:]
    }

    private let parts: InsertionDependencies
    private let state = Mutex(State())

    init(parts: InsertionDependencies) { self.parts = parts }

    /// - Throws: ``InsertionError`` for an unknown session.
    func session(_ id: String) async throws -> ViewerSession {
        guard SessionID.isWellFormed(id) else { throw InsertionError.unknown }
        if let held = held(id) { return held }
        let load = state.withLock { state in
            if let load = state.loads[id] { return load }
            let load = Task {
                // Removed by the load itself: the last of its waiters may resume when the next load has already begun.
                defer { self.state.withLock { $0.loads[id] = nil } }
                return try await self.find(id)
            }
            state.loads[id] = load
            return load
        }
        guard let session = try await load.value else { throw InsertionError.unknown }
        return session
    }

    private func held(_ id: String) -> ViewerSession? {
        state.withLock { state in
            guard let session = state.held[id]?.session else { return nil }
            state.uses += 1
            state.held[id]?.used = state.uses
            return session
        }
    }

    private func find(_ id: String) async throws -> ViewerSession? {
        guard let stored = try await parts.store.find(id) else { return nil }
        let delivery = try stored.progress.map { try JSONDecoder().decode(DeliveryBeacons.self, from: Data($0.utf8)) }
        let session = ViewerSession(
            try SessionRecord(stored.document), version: stored.version, delivery: delivery ?? DeliveryBeacons(), parts: parts)
        hold(session)
        return session
    }

    func make(_ record: SessionRecord) async throws -> ViewerSession {
        let id = record.session.id
        guard try await parts.store.save(try record.text, of: id, over: 0, at: parts.clock()) else {
            throw InsertionError(.conflict, "The session's name is taken. Try again.")
        }
        let session = ViewerSession(record, version: 1, parts: parts)
        hold(session)
        parts.metrics.count(.sessions)
        parts.journal.note(.init(.sessionCreated, at: parts.now), of: id)
        return session
    }

    private func hold(_ session: ViewerSession) {
        state.withLock { state in
            state.uses += 1
            state.held[session.id] = (session, state.uses)
            guard state.held.count > parts.settings.maxHeld else { return }
            // Removes a tenth at a time, so that this is rare.
            let old = state.held.map { ($0.key, $0.value.used) }.sorted { $0.1 < $1.1 }.prefix(max(1, parts.settings.maxHeld / 10))
            for (id, _) in old { state.held[id] = nil }
        }
    }

    func drop(_ id: String) { state.withLock { $0.held[id] = nil } }
}

/// Session ids, which can't be guessed and give access to the session.
enum SessionID {
    private static let length = 32

    static func make() -> String {
        var generator = SystemRandomNumberGenerator()
        let letters = Array("0123456789abcdefghijklmnopqrstuv".utf8)
        return String(decoding: (0..<length).map { _ in letters[Int(generator.next() & 31)] }, as: UTF8.self)
    }

    static func isWellFormed(_ text: String) -> Bool {
        text.utf8.count == length && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x76).contains($0) }
    }
}
