// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxAdMarkup
import WindowboxCatalogue
import WindowboxStitcher

/// Sends beacons to ad servers on behalf of players, in the background: beacons are recorded, sent, and retried while they aren't accepted.
actor BeaconDispatcher {
    private let client: OriginClient
    private let store: any AdBeaconRepository
    private let house: HouseAdServer
    private let metrics: InsertionMetrics
    private let journal: AdSessionLog
    private let lease: Double
    private let clock: @Sendable () -> Date
    /// This process's id as an owner in the database.
    private let owner = SessionID.make()
    private var queue = BeaconQueue()
    private var held: [String: BeaconRecord] = [:]
    private var waking: Task<Void, Never>?
    /// The end of a chain of tasks: beacons are sent in the order in which they are recorded.
    private var tail: Task<Void, Never>?
    /// The number of beacons that are not recorded yet.
    private var waiting = 0
    /// Further beacons are dropped rather than held in memory.
    private static let maxWaiting = 20_000
    private static let maxAdopted = 1000
    /// The limit of a response in bytes; its content is ignored.
    private static let maxBytes = 1 << 16

    init(
        client: OriginClient, store: any AdBeaconRepository, house: HouseAdServer, metrics: InsertionMetrics, journal: AdSessionLog,
        lease: Double, clock: @escaping @Sendable () -> Date
    ) {
        self.client = client
        self.store = store
        self.house = house
        self.metrics = metrics
        self.journal = journal
        self.lease = lease
        self.clock = clock
    }

    private var now: Double { clock().timeIntervalSince1970 }
    private var leaseEnd: Date { clock().addingTimeInterval(lease) }

    /// Accepts beacons, each once per id and session, and returns before they are sent.
    ///
    /// - Parameter code: an error code for error URLs.
    nonisolated func report(_ beacons: [AdBeacon], for session: SessionFacts, _ code: VASTErrorCode? = nil) async {
        guard !beacons.isEmpty else { return }
        await add(
            beacons.map { beacon in
                var record = BeaconRecord(session: session.id, beacon: filled(beacon, session, code), fields: session.viewer.beaconHeaders)
                // This service's own events bypass the network, where its public URL may be unreachable.
                if let event = HouseAdServer.event(at: record.beacon.url, base: session.base, session: session.id) {
                    record.showing = .init(campaign: event.campaign, viewer: session.keyValues["viewer"] ?? session.id, event: event.name)
                }
                return record
            })
    }

    /// Reports an error to each URL once.
    nonisolated func report(_ code: VASTErrorCode, _ urls: [String], for session: SessionFacts) async {
        let beacons = urls.enumerated().map { index, url in
            AdBeacon(
                id: "error/\(code.number)/\(SessionID.make())/\(index)",
                event: "error", url: url, adID: "", breakID: "", at: session.now)
        }
        await report(beacons, for: session, code)
    }

    private nonisolated func filled(_ beacon: AdBeacon, _ session: SessionFacts, _ code: VASTErrorCode?) -> AdBeacon {
        var macros = AdMacroValues(session.macros(at: beacon.at), variables: ["session.id": session.id])
        macros["ERRORCODE"] = code.map { .number($0.number) }
        var beacon = beacon
        beacon.url = macros.fill(beacon.url)
        return beacon
    }

    private func add(_ beacons: [BeaconRecord]) {
        guard waiting + beacons.count <= Self.maxWaiting else { return metrics.count(.beaconsGivenUp, beacons.count) }
        waiting += beacons.count
        inOrder { beaconDispatcher in
            await beaconDispatcher.record(beacons)
        }
    }

    private func inOrder(_ work: @escaping @Sendable (BeaconDispatcher) async -> Void) {
        tail = Task { [tail] in
            await tail?.value
            await work(self)
        }
    }

    private func record(_ beacons: [BeaconRecord]) async {
        waiting -= beacons.count
        do {
            let ownBeacons = try await store.record(try beacons.map { try $0.stored() }, for: owner, until: leaseEnd, at: clock())
            await send(try await countOwn(try ownBeacons.map { try BeaconRecord($0) }))
        } catch {
            // An unrecorded beacon might be sent twice.
            metrics.count(.beaconsGivenUp, beacons.count)
        }
    }

    /// Returns when all beacons accepted so far are recorded, and those of this service are counted.
    func waitUntilRecorded() async { await tail?.value }

    /// - Returns: the beacons for other servers.
    private func countOwn(_ beacons: [BeaconRecord]) async throws -> [BeaconRecord] {
        let own = beacons.filter { $0.showing != nil }
        guard !own.isEmpty else { return beacons }
        try await store.finish(try own.map { try $0.stored() })
        for case let showing? in own.map(\.showing) where showing.event == "impression" {
            await house.count(showing.campaign, viewer: showing.viewer)
        }
        metrics.count(.beaconsSent, own.count)
        return beacons.filter { $0.showing == nil }
    }

    private func send(_ beacons: [BeaconRecord]) async {
        for beacon in beacons { held[beacon.key] = beacon }
        let queued = beacons.map { record -> AdBeacon in
            var beacon = record.beacon
            beacon.id = record.key
            beacon.breakID = "\(record.session)|\(beacon.breakID)"
            return beacon
        }
        await perform(queue.handle(.add(queued), at: now))
    }

    private func perform(_ actions: [BeaconQueue.Action]) async {
        var sending: [BeaconRecord] = []
        for action in actions {
            switch action {
            case .send(let beacon): if let record = held[beacon.id] { sending.append(record) }
            case .giveUp(let beacon, _):
                metrics.count(.beaconsGivenUp)
                if let record = held.removeValue(forKey: beacon.id), let stored = try? record.stored() { try? await store.finish([stored]) }
            case .wake(let time): wake(at: time)
            }
        }
        guard !sending.isEmpty else { return }
        do { try await store.begin(try sending.map { try $0.stored() }) } catch {
            for record in sending { await perform(queue.handle(.failed(id: record.key, isFinal: false), at: now)) }
            return
        }
        for record in sending {
            Task {
                let status = await self.send(record)
                self.inOrder { await $0.finished(record, status) }
            }
        }
    }

    /// - Returns: nil if there was no response.
    private nonisolated func send(_ record: BeaconRecord) async -> Int? {
        let request = RemoteRequest(
            url: record.beacon.url, fields: record.fields.filter { $0.count == 2 }.map { ($0[0], $0[1]) },
            timeout: BeaconQueue.Settings().timeout, maxBytes: Self.maxBytes)
        do { return try await client.send(request).status } catch let fault as OriginError where fault.isRefused { return 403 } catch {
            return nil
        }
    }

    private func finished(_ record: BeaconRecord, _ status: Int?) async {
        guard let stored = try? record.stored() else { return }
        if let status, (200..<400).contains(status) {
            metrics.count(.beaconsSent)
            held[record.key] = nil
            try? await store.finish([stored])
            await perform(queue.handle(.sent(id: record.key), at: now))
        } else {
            metrics.count(.beaconsFailed)
            var entry = AdSessionLog.Entry(.beaconFailed, at: now, breakID: record.beacon.breakID.isEmpty ? nil : record.beacon.breakID)
            (entry.reported, entry.code) = (record.beacon.event, status)
            journal.note(entry, of: record.session)
            let isFinal = status.map { (400..<500).contains($0) && $0 != 408 && $0 != 429 } ?? false
            if !isFinal { try? await store.wait([stored]) }
            await perform(queue.handle(.failed(id: record.key, isFinal: isFinal), at: now))
        }
    }

    private func wake(at time: Double) {
        waking?.cancel()
        let wait = max(0.01, time - now)
        waking = Task {
            try? await Task.sleep(for: .seconds(wait))
            guard !Task.isCancelled else { return }
            self.inOrder { await $0.woke() }
        }
    }

    private func woke() async { await perform(queue.handle(.clock, at: now)) }

    /// Renews the leases, and adopts beacons of other processes; called once a minute.
    func tidy() async throws {
        try await store.renew(owner, until: leaseEnd)
        let left = try await store.adopt(for: owner, until: leaseEnd, limit: Self.maxAdopted, at: clock())
        guard !left.isEmpty else { return }
        var (records, unreadable) = ([BeaconRecord](), [StoredBeacon]())
        for stored in left {
            if let record = try? BeaconRecord(stored) { records.append(record) } else { unreadable.append(stored) }
        }
        let others = records.filter { $0.showing == nil }
        inOrder { await $0.send(others) }
        if !unreadable.isEmpty {
            // A later version may have written them; none of the others must wait for them.
            metrics.count(.beaconsGivenUp, unreadable.count)
            try await store.finish(unreadable)
        }
        _ = try await countOwn(records)
    }
}
