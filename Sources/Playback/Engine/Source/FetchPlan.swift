// SPDX-License-Identifier: Apache-2.0

import WindowboxStreaming
import WindowboxTransport

/// Decides which ranges of a file to request, and when, from the movements of its reader. Does no I/O.
///
/// Demuxers read files in patterns: sequentially, header by header through the whole file, or back and forth between video and audio that
/// are stored far apart. Each byte should be loaded once, with few requests and bounded memory. So there are several transfers at different
/// offsets, each a little ahead of the reader, and loaded bytes are kept for a while.
struct FetchPlan {
    enum Action: Equatable {
        /// Requests a span of bytes; nil is the whole resource.
        case open(_ transfer: Int, ByteSpan?)
        case cancel(_ transfer: Int)
        /// Lets a paused transfer continue.
        case resume(_ transfer: Int)
    }

    enum Step: Equatable {
        case bytes(Int)
        case wait
        case end
        case failed(TransportError)
    }

    private struct Transfer {
        let id: Int
        /// The offset of its next byte.
        var next: Int
        /// The offset after its last byte; nil is the end of the resource.
        let end: Int?
        /// The offset at which it pauses.
        var goal: Int
        /// The offset at which the reader began to use this transfer.
        var entered: Int
        /// The number of the read that last needed it.
        var used: Int
        var failure: TransportError?
    }

    /// Bytes fetched ahead of a sequential reader, and at first.
    private static let farthest = 4 << 20
    private static let nearest = 256 << 10
    /// Bytes. A reader that seeks before it has read this much is searching.
    private static let probeSize = 64 << 10
    /// Bytes held during long sequential reads, and otherwise.
    private static let heldWhileSequential = 6 << 20
    static let heldAtMost = 16 << 20
    private static let maximumTransfers = 3

    let length: Int?
    /// Requests cost almost nothing, so bytes already held are never requested again, however few they are.
    private let isLocal: Bool
    private var held = BlockCache()
    private var transfers: [Transfer] = []
    private var number = 0
    private var reads = 0
    /// Bytes read since the last seek: a seek backwards, or forwards by more than ``probeSize``.
    private var readSinceSeek = Self.probeSize
    /// The number of consecutive forward leaps that were followed by little reading.
    private var probes = 0
    private var isJump = false
    /// The end that was found of a resource of unknown length.
    private var foundEnd: Int?
    private(set) var position = 0
    private(set) var bytesReceived = 0
    /// The error that ended the transfer the reader waited for.
    private(set) var failure: TransportError?

    init(length: Int?, isLocal: Bool) {
        self.length = length
        self.isLocal = isLocal
    }

    /// Bytes held in memory.
    var heldSize: Int { held.size }

    /// Takes over a transfer that was opened before, with the bytes it has delivered.
    /// - Returns: its number.
    mutating func adopt(_ prefix: ByteChunk) -> Int {
        held.insert(prefix, at: 0, limit: limit, keeping: ahead)
        bytesReceived += prefix.count
        return add(from: prefix.count, to: nil, for: 0)
    }

    mutating func seek(to offset: Int) {
        defer { position = offset }
        if offset < position {
            // A reader that moves back will read the bytes that it skipped.
            probes = 0
        } else if offset - position > Self.probeSize {
            probes = readSinceSeek < Self.probeSize ? probes + 1 : 0
        } else {
            return
        }
        readSinceSeek = 0
    }

    /// The next seek is the user's. Reading through the bytes before its target would take too long.
    mutating func expectJump() {
        isJump = true
        probes = 0
    }

    /// Drops all loaded bytes and ends all transfers.
    mutating func reset() -> [Action] {
        defer {
            transfers = []
            held.removeAll()
            foundEnd = nil
            failure = nil
            readSinceSeek = Self.probeSize
            probes = 0
        }
        return transfers.map { .cancel($0.id) }
    }

    // MARK: Reading

    /// Reads at the position, or returns what has to happen first. Call it again after each change.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> (Step, [Action]) {
        let count = held.read(at: position, into: buffer)
        if count > 0 {
            position += count
            readSinceSeek += count
            if readSinceSeek >= Self.probeSize { (probes, isJump) = (0, false) }
            return (.bytes(count), fetchAhead())
        }
        if buffer.isEmpty { return (.bytes(0), []) }
        if let end = length ?? foundEnd, position >= end { return (.end, []) }
        if let failure = transfers.first(where: { $0.failure != nil && $0.next == position })?.failure {
            self.failure = failure
            return (.failed(failure), [])
        }
        if let index = transferToCome() { return (.wait, request(index, isWaiting: true)) }
        return (.wait, open(at: position))
    }

    /// The reader jumps from one offset to the next, as when it reads the headers of fragments or an index.
    private var isExploring: Bool { probes >= 2 && readSinceSeek < Self.probeSize }

    /// Bytes to request at first while exploring.
    private var probeRequestSize: Int { isLocal ? 4 << 10 : 8 << 10 }

    /// How many bytes may arrive before the wanted one without opening another transfer. A sequential reader needs them sooner or later
    /// anyway.
    private var maximumSkip: Int {
        if isJump { return Self.probeSize }
        if isLocal, let length, length <= Self.heldAtMost { return .max }
        if isExploring { return isLocal ? probeRequestSize : Self.probeSize }
        return Self.farthest
    }

    /// The transfer that will deliver the byte at the position soonest.
    private func transferToCome() -> Int? {
        let maximumSkip = maximumSkip
        return transfers.indices
            .filter { index in
                let transfer = transfers[index]
                return transfer.failure == nil && transfer.next <= position && position - transfer.next <= maximumSkip
                    && transfer.end.map { position < $0 } ?? true
            }
            .max { transfers[$0].next < transfers[$1].next }
    }

    private mutating func fetchAhead() -> [Action] {
        if isExploring { return [] }
        let end = held.end(ofRunFrom: position, bound: position + Self.farthest)
        if let index = transfers.firstIndex(where: { $0.failure == nil && $0.next >= position && $0.next <= end }) {
            return request(index, isWaiting: false)
        }
        // Request the following bytes before the reader reaches them.
        guard readSinceSeek >= Self.probeSize, let length, end < length, end - position < Self.nearest / 2,
            !transfers.contains(where: { $0.next == end })
        else { return [] }
        return open(at: end)
    }

    /// Lets a transfer continue as far as the reader needs.
    private mutating func request(_ index: Int, isWaiting: Bool) -> [Action] {
        reads += 1
        // If another transfer was used more recently, a new sequential run begins here.
        if transfers.contains(where: { $0.used > transfers[index].used }) { transfers[index].entered = position }
        transfers[index].used = reads
        let run = min(max(0, position - transfers[index].entered), readSinceSeek)
        let ahead = isExploring ? probeRequestSize : min(max(4 * run, Self.nearest), Self.farthest)
        let isPaused = transfers[index].next >= transfers[index].goal
        // Not with each chunk: half of what is ahead may be read first.
        guard isWaiting || transfers[index].next - position <= ahead / 2 || !isPaused else { return [] }
        transfers[index].goal = max(transfers[index].goal, position + ahead)
        return isPaused && transfers[index].next < transfers[index].goal ? [.resume(transfers[index].id)] : []
    }

    private mutating func open(at offset: Int) -> [Action] {
        var actions: [Action] = []
        // Failed transfers are kept too, because the reader may still reach their offset.
        while transfers.count >= Self.maximumTransfers, let index = transfers.indices.min(by: { transfers[$0].used < transfers[$1].used }) {
            actions.append(.cancel(transfers.remove(at: index).id))
        }
        var end = length ?? .max
        if isExploring { end = min(end, offset + max(4 * readSinceSeek, probeRequestSize)) }
        if let island = held.next(after: offset), isLocal || shouldStop(at: island) { end = min(end, island) }
        let id = add(from: offset, to: end, for: position)
        actions.append(.open(id, ByteSpan(offset: offset, length: end - offset)))
        return actions
    }

    private mutating func add(from offset: Int, to end: Int?, for position: Int) -> Int {
        number += 1
        reads += 1
        transfers.append(
            Transfer(id: number, next: offset, end: end, goal: max(offset, position) + Self.nearest, entered: position, used: reads))
        return number
    }

    /// Whether enough bytes from an offset on are held or in transfer that a new request behind them is better than loading them again.
    private func shouldStop(at offset: Int) -> Bool {
        let minimum = isLocal ? 1 : 512 << 10
        let end = held.end(ofRunFrom: offset, bound: offset + minimum)
        return end >= offset + minimum || end > offset && transfers.contains { $0.failure == nil && $0.next == end && isLong($0) }
    }

    /// Whether more than ``probeSize`` bytes are still to come.
    private func isLong(_ transfer: Transfer) -> Bool { (transfer.end ?? length ?? .max) - transfer.next > Self.probeSize }

    // MARK: Transfers

    private var limit: Int { readSinceSeek > Self.heldAtMost ? Self.heldWhileSequential : Self.heldAtMost }

    private var ahead: Range<Int> { position..<position + Self.farthest }

    enum Decision: Equatable { case proceed, pause, stop }

    /// What a transfer should do now.
    func decision(of id: Int) -> Decision {
        guard let transfer = transfers.first(where: { $0.id == id }) else { return .stop }
        let isWhole = transfer.next >= transfer.end ?? length ?? .max
        return transfer.next >= transfer.goal && !isWhole ? .pause : .proceed
    }

    /// - Returns: what the transfer should do now, and the transfers that it makes redundant, which must be cancelled.
    mutating func receive(_ chunk: ByteChunk, from id: Int) -> (Decision, overtaken: [Int]) {
        guard let index = transfers.firstIndex(where: { $0.id == id }) else { return (.stop, []) }
        let start = transfers[index].next
        let next = start + chunk.count
        held.insert(chunk, at: start, limit: limit, keeping: ahead)
        bytesReceived += chunk.count
        transfers[index].next = next
        // When the following bytes are in memory, another transfer loads what comes after them.
        if next < transfers[index].end ?? length ?? 0, shouldStop(at: next) {
            transfers.remove(at: index)
            return (.stop, [])
        }
        let overtaken = transfers.filter { $0.id != id && $0.failure == nil && (start..<next).contains($0.next) }.map(\.id)
        transfers.removeAll { overtaken.contains($0.id) }
        return (decision(of: id), overtaken)
    }

    /// A transfer has ended without being cancelled.
    mutating func end(_ id: Int, _ error: TransportError?, url: String) {
        guard let index = transfers.firstIndex(where: { $0.id == id }) else { return }
        let transfer = transfers[index]
        let failure = truncation(of: transfer, error, url: url) ?? error
        if let failure {
            transfers[index].failure = failure
        } else {
            if length == nil, transfer.end == nil { foundEnd = transfer.next }
            transfers.remove(at: index)
        }
    }

    /// The error for a resource that has become shorter since it was opened; nil when it has not.
    private func truncation(of transfer: Transfer, _ error: TransportError?, url: String) -> TransportError? {
        guard let length, transfer.next < min(transfer.end ?? length, length), error.map({ $0.status == 416 }) ?? true else { return nil }
        let message = "The resource has shrunk from \(length) to at most \(transfer.next) bytes since it was opened."
        return TransportError(.truncated, url: url, message: message)
    }
}
