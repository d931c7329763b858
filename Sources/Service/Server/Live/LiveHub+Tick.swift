// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// The hub's periodic work.
extension LiveHub {
    /// Seconds for which a guest counts as watching without renewal.
    static let watchSeconds = 60.0
    private static let renewalSeconds = 20.0
    private static let viewersSeconds = 2.0
    /// The maximum number of new viewers announced by name.
    private static let maximumNamed = 2

    func like(_ stream: String) { hearts[stream, default: 0] += 1 }

    /// Likes of a stream that are not in the database yet.
    func pendingLikes(of stream: String) -> Int { hearts[stream] ?? 0 }

    func hasPlayed(_ interaction: String, of stream: String) { played[stream, default: []].insert(interaction) }

    /// Fetches what other processes logged, and sends what is only sent periodically: likes, viewer counts and results.
    /// - Throws: the first failure, after everything was tried.
    func tick(at now: Date) async throws {
        var failure: (any Error)?
        do { try await publishLikes(at: now) } catch { failure = error }
        do { try await publishResults(at: now) } catch { failure = failure ?? error }
        do { try await publishViewers(at: now) } catch { failure = failure ?? error }
        for (stream, last) in try await catalogue.live.lastNumbers(of: Array(rooms.keys)) where last > rooms[stream]?.last ?? .max {
            await refresh(stream)
        }
        if let failure { throw failure }
    }

    /// Stores and announces the likes counted so far.
    func publishLikes(at now: Date) async throws {
        for stream in hearts.keys {
            // More likes may arrive during the write, and another call may have taken these.
            guard let count = hearts.removeValue(forKey: stream) else { continue }
            do {
                try await catalogue.live.perform(on: stream, at: now) { live in
                    try live.emit(.likes, ["count": .integer(Int64(live.like(count)))], key: "likes")
                }
            } catch {
                hearts[stream, default: 0] += count
                throw error
            }
            await refresh(stream)
        }
    }

    private func publishResults(at now: Date) async throws {
        for (stream, interactions) in played {
            played[stream] = nil
            try await catalogue.live.perform(on: stream, at: now) { live in
                for id in interactions.sorted() {
                    guard let interaction = try live.find(Interaction.self, id: id), interaction.state == .active else { continue }
                    try live.emit(.interactionResults, JSONValue(encoding: interaction.forViewers), key: "results:\(id)")
                }
            }
            await refresh(stream)
        }
    }

    /// Ends the sockets of guests who may no longer watch: the stream has another access code, or its video was taken down or withdrawn.
    private func endRevoked(in id: String, at now: Date) async throws {
        guard let room = rooms[id], room.readers.keys.contains(where: { $0.guestID != nil }) else { return }
        var (isOpen, code) = (false, String?.none)
        do {
            if let stream = try await catalogue.resources.find(LiveStream.self, id: id) {
                (isOpen, code) = (try await isShown(stream.videoID, at: now), stream.accessCodeHash)
            }
        } catch let error as CatalogueError where error.isMalformed {
            // A record that can't be read may have another code.
        }
        for follower in rooms[id]?.followers.values.filter({ $0.reader.guestID != nil }) ?? []
        where !isOpen || follower.code != code { follower.wake.finish() }
    }

    private func isShown(_ video: String, at now: Date) async throws -> Bool {
        guard let video = try await catalogue.resources.find(Video.self, id: video), video.visibility(at: now).isAvailable else {
            return false
        }
        return try await catalogue.resources.find(VideoChannel.self, id: video.channelID)?.visibility.isListed ?? false
    }

    private func publishViewers(at now: Date) async throws {
        if now.timeIntervalSince(lastRenewal) >= Self.renewalSeconds {
            lastRenewal = now
            for follower in rooms.values.flatMap(\.followers.values) where follower.until <= now { follower.wake.finish() }
            for stream in rooms.keys { try await endRevoked(in: stream, at: now) }
            for (stream, room) in rooms {
                try await catalogue.live.watch(
                    stream, guests: room.readers.keys.compactMap(\.guestID), until: now.addingTimeInterval(Self.watchSeconds))
            }
        }
        let due = rooms.filter { now.timeIntervalSince($0.value.viewersCountedAt ?? .distantPast) >= Self.viewersSeconds }.map(\.key)
        guard !due.isEmpty else { return }
        let counts = try await catalogue.live.counts(of: due, at: now)
        for stream in due {
            rooms[stream]?.viewersCountedAt = now
            let viewers = counts[stream]?.viewers ?? 0
            guard let room = rooms[stream], room.announcedViewers != Int64(viewers) else { continue }
            rooms[stream]?.arrivals = []
            // With several processes, only the first one announces a new number.
            let isChanged = try await catalogue.live.perform(on: stream, at: now) { live in
                guard try live.note(viewers: viewers) else { return false }
                var data: [String: JSONValue] = ["count": .integer(Int64(viewers))]
                if !room.arrivals.isEmpty, let settings = try live.find(LiveStream.self, id: stream)?.chatSettings, settings.usernameVisible
                {
                    let names = try room.arrivals.prefix(Self.maximumNamed).map { try live.participant($0, in: stream).username }
                    data["joined"] = .array(names.map(JSONValue.string))
                    data["others"] = .integer(Int64(room.arrivals.count - names.count))
                }
                try live.emit(.viewers, .object(data), key: "viewers")
                return true
            }
            rooms[stream]?.announcedViewers = Int64(viewers)
            if isChanged { await refresh(stream) }
        }
    }
}
