// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import WindowboxCatalogue
import WindowboxContract

/// Sends the events of live streams to the viewers connected to this process, whichever process they originate in.
///
/// The source of truth is the log in the database. For each stream with viewers here, the last entries are in memory, ready to be sent.
/// Followers are only woken and fetch entries at their own pace, so a slow one costs no memory.
actor LiveHub {
    struct Entry: Sendable {
        var seq: Int64
        var key: String?
        var guestID: String?
        /// The message in JSON.
        var text: ByteBuffer
    }

    struct Follower {
        var reader: EventSubscriber
        /// When the reader's access ends.
        var until: Date
        /// Hash of the access code in force when the reader's access was checked; nil if there was none.
        var code: String?
        var wake: AsyncStream<Void>.Continuation
    }

    struct Room {
        var entries: [Entry] = []
        /// ``entries`` has everything after this number.
        var start: Int64
        var last: Int64
        var followers: [Int: Follower] = [:]
        var readers: [EventSubscriber: Int] = [:]
        /// Guests who have not been announced yet, and all guests who have ever joined here.
        var arrivals: [String] = []
        var known: Set<String> = []
        var viewersCountedAt: Date?
        /// The viewer count that was last announced by any process.
        var announcedViewers: Int64?
    }

    let catalogue: Catalogue
    var rooms: [String: Room] = [:]
    /// Likes that are counted but not stored yet.
    var hearts: [String: Int] = [:]
    /// Interactions with new entries, by stream.
    var played: [String: Set<String>] = [:]
    var lastRenewal = Date.distantPast
    private var lastFollower = 0
    private static let maximumEntries = 256
    /// Sockets per reader and stream; nobody has more screens.
    private static let maximumSockets = 8

    struct TooManySockets: Error {}
    /// Chat messages that new readers get.
    private static let summaryMessages = 50

    init(catalogue: Catalogue) { self.catalogue = catalogue }

    /// Starts following a stream.
    /// - Parameters:
    ///   - code: the stream's `accessCodeHash` when the reader's access was checked. The wakes of guests finish when there is another one.
    ///   - until: when the reader's access ends; the wakes finish then, up to a few seconds late.
    /// - Throws: ``TooManySockets`` if the reader has too many already.
    /// - Returns: an id for ``unfollow(_:_:)``, a sequence of wakes for possibly new entries, and the last sequence number.
    func follow(_ stream: String, as reader: EventSubscriber, code: String?, until: Date) async throws
        -> (id: Int, wakes: AsyncStream<Void>, last: Int64)
    {
        let last = try await catalogue.live.lastNumbers(of: [stream])[stream] ?? 0
        let (wakes, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        lastFollower += 1
        var room = rooms[stream] ?? Room(start: last, last: last)
        guard room.readers[reader, default: 0] < Self.maximumSockets else { throw TooManySockets() }
        let id = lastFollower
        room.followers[id] = Follower(reader: reader, until: until, code: code, wake: wake)
        room.readers[reader, default: 0] += 1
        // Guests who reconnect don't count as new arrivals.
        if let guest = reader.guestID, room.known.insert(guest).inserted { room.arrivals.append(guest) }
        rooms[stream] = room
        // Entries logged during the lookup would otherwise be missed.
        await refresh(stream)
        return (id, wakes, max(last, rooms[stream]?.last ?? 0))
    }

    /// - Returns: whether the reader has no other socket in this stream.
    func unfollow(_ stream: String, _ id: Int) -> Bool {
        guard let follower = rooms[stream]?.followers.removeValue(forKey: id) else { return false }
        follower.wake.finish()
        let others = (rooms[stream]?.readers[follower.reader] ?? 1) - 1
        rooms[stream]?.readers[follower.reader] = others > 0 ? others : nil
        if rooms[stream]?.followers.isEmpty == true { rooms[stream] = nil }
        return others <= 0
    }

    /// A limited number of entries after a sequence number, for one reader; without a number, a summary of the current state.
    /// - Returns: messages in JSON, and the number to continue with.
    func messages(of stream: String, after seq: Int64?, for reader: EventSubscriber) async throws -> (texts: [ByteBuffer], last: Int64) {
        guard let seq else {
            let entries = try await catalogue.live.summary(of: stream, messages: Self.summaryMessages)
            // Entries logged meanwhile follow the summary; entries withdrawn meanwhile are not in it.
            return (try Self.texts(entries, for: reader), max(entries.last?.message.seq ?? 0, 0))
        }
        guard let room = rooms[stream], seq < room.last else { return ([], seq) }
        if seq >= room.start {
            let entries = room.entries.filter { $0.seq > seq && reader.receives($0.guestID) }
            return (entries.map(\.text), room.last)
        }
        let entries = try await catalogue.live.log(of: stream, after: seq, limit: 200)
        return (try Self.texts(entries, for: reader), entries.last?.message.seq ?? room.start)
    }

    private static func texts(_ entries: [LiveLogEntry], for reader: EventSubscriber) throws -> [ByteBuffer] {
        try entries.filter { reader.receives($0.guestID) }.map { try text($0) }
    }

    private static func text(_ entry: LiveLogEntry) throws -> ByteBuffer {
        ByteBuffer(bytes: try ContractJSON.encode(entry.message))
    }

    /// Fetches new entries of a stream that is followed here, and wakes its followers.
    func refresh(_ stream: String) async {
        // If this fails, the next refresh or tick tries again.
        while let last = rooms[stream]?.last, let new = try? await catalogue.live.log(of: stream, after: last, limit: 200), !new.isEmpty {
            add(new, to: stream)
            if new.count < 200 { break }
        }
    }

    private func add(_ new: [LiveLogEntry], to stream: String) {
        guard var room = rooms[stream] else { return }
        // Another call may have added some of them meanwhile.
        for entry in new where entry.message.seq > room.last {
            guard let text = try? Self.text(entry) else { continue }
            if let key = entry.key { room.entries.removeAll { $0.key == key } }
            room.entries.append(Entry(seq: entry.message.seq, key: entry.key, guestID: entry.guestID, text: text))
            room.last = entry.message.seq
            if entry.message.type == .viewers, case .integer(let count)? = entry.message.data["count"] { room.announcedViewers = count }
        }
        if room.entries.count > Self.maximumEntries {
            let surplus = room.entries.count - Self.maximumEntries
            room.start = room.entries[surplus - 1].seq
            room.entries.removeFirst(surplus)
        }
        rooms[stream] = room
        for follower in room.followers.values { follower.wake.yield() }
    }
}
