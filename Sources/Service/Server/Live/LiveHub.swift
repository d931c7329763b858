// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import WindowboxCatalogue
import WindowboxContract

/// Tells those who watch by this process what happens in live streams, whichever process it happens in.
///
/// The truth is the log in the database. Each stream that somebody watches here has its last entries in memory, ready to be sent; who
/// follows is only told that there is something, and fetches it at a pace of its own. So a slow one costs nothing but the log.
actor LiveHub {
    struct Entry: Sendable {
        var seq: Int64
        var key: String?
        var guestID: String?
        /// The whole frame.
        var frame: ByteBuffer
    }

    struct Room {
        var entries: [Entry] = []
        /// Everything behind this is in ``entries``.
        var start: Int64
        var last: Int64
        var followers: [Int: (reader: LiveReader, until: Date, wake: AsyncStream<Void>.Continuation)] = [:]
        var readers: [LiveReader: Int] = [:]
        /// Guests who came and of whom nobody was told yet, and all who ever came here.
        var arrivals: [String] = []
        var known: Set<String> = []
        var viewersCountedAt: Date?
        /// The last number of viewers that was told, by whichever process.
        var toldViewers: Int64?
    }

    let catalogue: Catalogue
    var rooms: [String: Room] = [:]
    /// Hearts that are counted but not kept yet.
    var hearts: [String: Int] = [:]
    /// Interactions with new entries, by stream.
    var played: [String: Set<String>] = [:]
    var lastRenewal = Date.distantPast
    private var lastFollower = 0
    private static let mostEntries = 256
    /// Sockets of one reader in one stream: so many screens nobody has.
    private static let mostSockets = 8

    struct TooManySockets: Error {}
    /// Sent to who comes anew, of what was written.
    private static let summaryMessages = 50

    init(catalogue: Catalogue) { self.catalogue = catalogue }

    /// Begins to follow a stream.
    /// - Parameter until: when the reader may follow no longer; the words end then, a few seconds late.
    /// - Throws: ``TooManySockets`` for one more than a reader may have.
    /// - Returns: a number to stop by, a word each time that there may be something new, and the last number that was told.
    func follow(_ stream: String, as reader: LiveReader, until: Date) async throws -> (id: Int, wakes: AsyncStream<Void>, last: Int64) {
        let last = try await catalogue.live.lastNumbers(of: [stream])[stream] ?? 0
        let (wakes, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        lastFollower += 1
        var room = rooms[stream] ?? Room(start: last, last: last)
        guard room.readers[reader, default: 0] < Self.mostSockets else { throw TooManySockets() }
        let id = lastFollower
        room.followers[id] = (reader, until, wake)
        room.readers[reader, default: 0] += 1
        // Who lost the connection and comes back has been here all the time.
        if let guest = reader.guestID, room.known.insert(guest).inserted { room.arrivals.append(guest) }
        rooms[stream] = room
        // What was told while the number was looked up had nobody here to hear it.
        await refresh(stream)
        return (id, wakes, max(last, rooms[stream]?.last ?? 0))
    }

    /// - Returns: whether the reader follows it no more at all.
    func unfollow(_ stream: String, _ id: Int) -> Bool {
        guard let follower = rooms[stream]?.followers.removeValue(forKey: id) else { return false }
        follower.wake.finish()
        let others = (rooms[stream]?.readers[follower.reader] ?? 1) - 1
        rooms[stream]?.readers[follower.reader] = others > 0 ? others : nil
        if rooms[stream]?.followers.isEmpty == true { rooms[stream] = nil }
        return others <= 0
    }

    /// What a reader is to be sent behind a number, at most so much at once; of somebody who has no number, what there is to know.
    /// - Returns: frames, and the number to ask with the next time.
    func frames(of stream: String, after seq: Int64?, for reader: LiveReader) async throws -> (frames: [ByteBuffer], last: Int64) {
        guard let seq else {
            let entries = try await catalogue.live.summary(of: stream, messages: Self.summaryMessages)
            // What comes between is told behind it; what was taken back in between is not in it.
            return (try Self.frames(entries, for: reader), max(entries.last?.message.seq ?? 0, 0))
        }
        guard let room = rooms[stream], seq < room.last else { return ([], seq) }
        if seq >= room.start {
            let entries = room.entries.filter { $0.seq > seq && reader.isTold($0.guestID) }
            return (entries.map(\.frame), room.last)
        }
        let entries = try await catalogue.live.log(of: stream, after: seq, limit: 200)
        return (try Self.frames(entries, for: reader), entries.last?.message.seq ?? room.start)
    }

    private static func frames(_ entries: [LiveLogEntry], for reader: LiveReader) throws -> [ByteBuffer] {
        try entries.filter { reader.isTold($0.guestID) }.map { try frame($0) }
    }

    private static func frame(_ entry: LiveLogEntry) throws -> ByteBuffer {
        WebSocketFrame.text(try ContractJSON.encode(entry.message))
    }

    /// Fetches what is new in a stream that somebody follows here, and wakes those who do.
    func refresh(_ stream: String) async {
        // What can't be fetched now is fetched with the next word, or by the clock.
        while let last = rooms[stream]?.last, let new = try? await catalogue.live.log(of: stream, after: last, limit: 200), !new.isEmpty {
            add(new, to: stream)
            if new.count < 200 { break }
        }
    }

    private func add(_ new: [LiveLogEntry], to stream: String) {
        guard var room = rooms[stream] else { return }
        // Another call may have fetched some of it meanwhile.
        for entry in new where entry.message.seq > room.last {
            guard let frame = try? Self.frame(entry) else { continue }
            if let key = entry.key { room.entries.removeAll { $0.key == key } }
            room.entries.append(Entry(seq: entry.message.seq, key: entry.key, guestID: entry.guestID, frame: frame))
            room.last = entry.message.seq
            if entry.message.type == .viewers, case .integer(let count)? = entry.message.data["count"] { room.toldViewers = count }
        }
        if room.entries.count > Self.mostEntries {
            let surplus = room.entries.count - Self.mostEntries
            room.start = room.entries[surplus - 1].seq
            room.entries.removeFirst(surplus)
        }
        rooms[stream] = room
        for follower in room.followers.values { follower.wake.yield() }
    }
}
