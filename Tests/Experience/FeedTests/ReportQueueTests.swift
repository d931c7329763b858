// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract
import WindowboxFeedKit

@testable import WindowboxFeed

@Suite("Report queue") struct ReportQueueTests {
    private func ready(_ change: (inout ReportQueue.Settings) -> Void = { _ in }) -> ReportQueue {
        var settings = ReportQueue.Settings()
        change(&settings)
        var queue = ReportQueue(settings: settings)
        _ = queue.handle(.ready(true), at: 0)
        return queue
    }
    private func entry(_ id: String, _ name: EventName = .start) -> QueueEntry { QueueEntry(.sample(id, name)) }
    private let order = PurchaseRequest(
        orderID: "o1", orderValue: Amount(millionths: 5_280_000)!, currency: "EUR", subtotal: Amount(millionths: 5_280_000)!, lineItems: [])

    @Test("An event is stored before sending, batched, and deleted when accepted") func flow() {
        var queue = ready()
        let (one, two) = (entry("1"), entry("2"))
        #expect(queue.handle(.add(one), at: 0) == [.store(one), .wake(at: 5)])
        #expect(queue.handle(.add(two), at: 1) == [.store(two)])
        #expect(queue.handle(.wake, at: 5) == [.send([.sample("1"), .sample("2")], delivery: 1)])
        #expect(queue.handle(.delivered(rejected: ["2"], delivery: 1), at: 6) == [.forget(["1", "2"]), .rejected(["2"])])
        #expect(queue.entries.isEmpty)
    }

    @Test("A wake-up for a report that was flushed before leads to one for those that came later") func early() {
        var queue = ready()
        let (one, two) = (entry("1"), entry("2"))
        #expect(queue.handle(.add(one), at: 0) == [.store(one), .wake(at: 5)])
        _ = queue.handle(.flush, at: 1)
        _ = queue.handle(.delivered(rejected: [], delivery: 1), at: 1)
        #expect(queue.handle(.add(two), at: 2) == [.store(two), .wake(at: 7)])
        #expect(queue.handle(.wake, at: 5) == [.wake(at: 7)])
        #expect(queue.handle(.wake, at: 7) == [.send([.sample("2")], delivery: 2)])
    }

    @Test("A full batch has 200 events, and the rest follows at once") func batches() {
        var queue = ready()
        var sent = 0
        var actions: [ReportQueue.Action] = []
        for number in 0..<450 { actions += queue.handle(.add(entry("\(number)")), at: 0) }
        for _ in 0..<10 {
            for case .send(let events, let delivery) in actions {
                #expect(events.count <= 200)
                sent += events.count
                actions = queue.handle(.delivered(rejected: [], delivery: delivery), at: 6)
                if actions.contains(where: { if case .wake = $0 { true } else { false } }) { actions += queue.handle(.wake, at: 20) }
                break
            }
        }
        #expect(sent == 450)
        #expect(queue.entries.isEmpty)
    }

    @Test("A failing service is retried at growing intervals, and nothing is lost") func retries() {
        var queue = ready()
        _ = queue.handle(.add(entry("1")), at: 0)
        _ = queue.handle(.flush, at: 0)
        var (now, delivery) = (0.0, 1)
        var pauses: [Double] = []
        for _ in 0..<10 {
            let failed = queue.handle(.failed(.dead, delivery: delivery), at: now)
            guard case .wake(let moment)? = failed.last else { return #expect(Bool(false)) }
            pauses.append(moment - now)
            #expect(queue.handle(.add(entry("x\(delivery)")), at: now).count == 1)
            now = moment
            guard case .send(_, let next)? = queue.handle(.wake, at: now).last else { return #expect(Bool(false)) }
            delivery = next
        }
        #expect(pauses == [2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
        #expect(queue.entries.count == 11)
        // The service's own value takes precedence.
        let limited = ServiceError(APIError(.rateLimited, "Slowly."), retryAfter: 900)
        #expect(queue.handle(.failed(limited, delivery: delivery), at: now).last == .wake(at: now + 900))
    }

    @Test("A permanently refused event does not affect the others") func poison() {
        var queue = ready { $0.enough = 8 }
        var actions: [ReportQueue.Action] = []
        for number in 0..<8 { actions += queue.handle(.add(entry("\(number)")), at: 0) }
        var delivered: Set<String> = []
        var rejected: [String] = []
        for turn in 0..<100 {
            var next: [ReportQueue.Action] = []
            for action in actions {
                switch action {
                case .send(let events, let delivery):
                    if events.contains(where: { $0.id == "5" }) {
                        next += queue.handle(.failed(.wrong, delivery: delivery), at: Double(turn * 10))
                    } else {
                        delivered.formUnion(events.map(\.id))
                        next += queue.handle(.delivered(rejected: [], delivery: delivery), at: Double(turn * 10))
                    }
                case .rejected(let ids): rejected += ids
                case .wake: next += queue.handle(.wake, at: Double(turn * 10 + 9))
                default: break
                }
            }
            actions = next
        }
        #expect(rejected == ["5"])
        #expect(delivered == ["0", "1", "2", "3", "4", "6", "7"])
        #expect(queue.entries.isEmpty)
    }

    @Test("Without a guest everything waits") func guestless() {
        var queue = ReportQueue()
        #expect(queue.handle(.add(entry("1")), at: 0).count == 1)
        #expect(queue.handle(.flush, at: 100) == [])
        #expect(queue.handle(.ready(true), at: 101) == [.send([.sample("1")], delivery: 1)])
        let refused = ServiceError(APIError(.invalidApp, "No."))
        #expect(queue.handle(.failed(refused, delivery: 1), at: 102) == [.wake(at: 104)])
        #expect(queue.entries.count == 1)
    }

    @Test("A purchase is sent in order between events") func purchases() {
        var queue = ready()
        _ = queue.handle(.add(entry("1")), at: 0)
        _ = queue.handle(.add(QueueEntry(order, id: "p")), at: 0)
        _ = queue.handle(.add(entry("2")), at: 0)
        #expect(queue.handle(.flush, at: 0) == [.send([.sample("1")], delivery: 1)])
        let second = queue.handle(.delivered(rejected: [], delivery: 1), at: 0)
        #expect(second.last == .sendPurchase(order, key: "p", delivery: 2))
        #expect(queue.handle(.delivered(rejected: [], delivery: 2), at: 0).last == .send([.sample("2")], delivery: 3))
    }

    @Test("At the essential level events are stripped of identity, and non-essential ones deleted") func essential() {
        var queue = ready()
        for (id, name) in [("1", EventName.start), ("2", .clickCTA), ("3", .complete)] {
            var event = ViewerEvent.sample(id, name)
            (event.feedID, event.productID, event.properties) = ("f1", "p1", ["a": "b"])
            _ = queue.handle(.add(QueueEntry(event)), at: 0)
        }
        let actions = queue.handle(.setLevel(.essentialOnly), at: 0)
        #expect(queue.entries.map(\.id) == ["1", "3"])
        #expect(actions.first == .forget(["2", "1", "3"]))
        for case .event(let event) in queue.entries.map(\.content) {
            #expect(event.tracking == .essentialOnly)
            #expect(event.feedID == nil)
            #expect(event.productID == nil)
            #expect(event.properties == nil)
        }
        #expect(queue.handle(.add(entry("4", .pause)), at: 0) == [])
        #expect(queue.handle(.setLevel(.none), at: 0) == [.forget(["1", "3"])])
        #expect(queue.handle(.add(entry("5")), at: 0) == [])
        #expect(queue.handle(.add(QueueEntry(order, id: "p")), at: 0) == [])
    }

    @Test("On overflow the oldest events are dropped, and purchases last") func bound() {
        var queue = ReportQueue(
            settings: {
                var settings = ReportQueue.Settings(); settings.capacity = 3; return settings
            }())
        _ = queue.handle(.add(QueueEntry(order, id: "p")), at: 0)
        for number in 1...4 { _ = queue.handle(.add(entry("\(number)")), at: 0) }
        #expect(queue.entries.map(\.id) == ["p", "3", "4"])
        #expect(queue.lost == 2)
    }

    // Quadratic comparison would take minutes.
    @Test("A full queue accepts more without scanning it repeatedly", .timeLimit(.minutes(1))) func boundIsCheap() {
        var queue = ReportQueue()
        for number in 0..<queue.settings.capacity + 100 { _ = queue.handle(.add(entry("\(number)")), at: 0) }
        #expect(queue.entries.count == queue.settings.capacity)
        #expect(queue.lost == 100)
        #expect(queue.entries.first?.id == "100")
    }

    // MARK: Storage

    private func withFile(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-reports-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.appending(path: "queue.jsonl"))
    }

    @Test("Stored entries survive a kill, deleted ones do not") func survival() throws {
        try withFile { url in
            var (journal, none) = try ReportJournal.open(url)
            #expect(none.isEmpty)
            for id in ["1", "2", "3"] { try journal.store(entry(id)) }
            try journal.store(QueueEntry(order, id: "p"))
            try journal.forget(["2"], leaving: [entry("1"), entry("3"), QueueEntry(order, id: "p")])
            let (_, entries) = try ReportJournal.open(url)
            #expect(entries == [entry("1"), entry("3"), QueueEntry(order, id: "p")])
            let mode = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test("A truncated file loses only its last line, and stays usable") func torn() throws {
        try withFile { url in
            var (journal, _) = try ReportJournal.open(url)
            for id in ["1", "2"] { try journal.store(entry(id)) }
            let whole = try Data(contentsOf: url)
            let first = try #require(whole.firstIndex(of: 0x0A)) + 1
            for length in first..<whole.count {
                try whole.prefix(length).write(to: url)
                var (again, entries) = try ReportJournal.open(url)
                #expect(entries.first == entry("1"))
                #expect(entries.count == (length == whole.count - 1 ? 2 : 1))
                try again.store(entry("9"))
                #expect(try ReportJournal.open(url).1.last == entry("9"))
            }
        }
    }

    @Test("An empty journal is an empty file, also after a former run's leftovers") func emptied() throws {
        try withFile { url in
            var (journal, _) = try ReportJournal.open(url)
            for id in ["1", "2"] { try journal.store(entry(id)) }
            try journal.forget(["1"], leaving: [entry("2")])
            let before = try Data(contentsOf: url)
            try journal.forget(["2"], leaving: [])
            #expect(try Data(contentsOf: url).isEmpty)
            try journal.store(entry("3"))
            #expect(try ReportJournal.open(url).1 == [entry("3")])
            // Killed between two writes: everything was sent, and the file says so in many lines.
            try (before + Data("{\"forget\":[\"2\"]}\n{\"add\":{\"id".utf8)).write(to: url)
            var (again, none) = try ReportJournal.open(url)
            #expect(try none.isEmpty && Data(contentsOf: url).isEmpty)
            try again.store(entry("4"))
            #expect(try ReportJournal.open(url).1 == [entry("4")])
        }
    }

    @Test("A corrupt file is skipped, and a long empty one rewritten") func nonsense() throws {
        try withFile { url in
            var (journal, _) = try ReportJournal.open(url)
            for number in 0..<1500 {
                try journal.store(entry("\(number)"))
                try journal.forget(["\(number)"], leaving: [])
            }
            #expect(try Data(contentsOf: url).count < 400_000)
            try journal.store(entry("last"))
            #expect(try ReportJournal.open(url).1 == [entry("last")])
            try Data("{}\n\u{0}\u{1}\nnull\n[1,2]\n{\"add\":{\"id\":7}}\n".utf8).write(to: url)
            #expect(try ReportJournal.open(url).1.isEmpty)
        }
    }
}
