// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxAdMarkup

@Suite struct BeaconQueueTests {
    private func beacon(_ id: String, ad: String = "a", host: String = "h", at: Double = 0) -> AdBeacon {
        AdBeacon(id: id, event: "start", url: "https://\(host)/\(id)", adID: ad, breakID: "b", at: at)
    }

    private func sent(_ actions: [BeaconQueue.Action]) -> [String] {
        actions.compactMap { if case .send(let beacon) = $0 { beacon.id } else { nil } }
    }

    private func givenUp(_ actions: [BeaconQueue.Action]) -> [String] {
        actions.compactMap { if case .giveUp(let beacon, _) = $0 { beacon.id } else { nil } }
    }

    @Test("Beacons of one ad to one server are sent one at a time, others in parallel, and none twice")
    func order() {
        var queue = BeaconQueue()
        #expect(
            sent(queue.handle(.add([beacon("1"), beacon("2"), beacon("3", host: "other"), beacon("4", ad: "z")]), at: 0)) == [
                "1", "3", "4",
            ])
        #expect(sent(queue.handle(.add([beacon("1"), beacon("2")]), at: 0)).isEmpty)
        #expect(queue.count == 4)
        #expect(sent(queue.handle(.sent(id: "1"), at: 1)) == ["2"])
        _ = queue.handle(.sent(id: "2"), at: 1)
        #expect(sent(queue.handle(.add([beacon("2")]), at: 1)).isEmpty)
    }

    @Test("Of far more beacons than fit the oldest are given up, in one pass and in order")
    func flood() {
        var settings = BeaconQueue.Settings()
        settings.capacity = 1000
        var queue = BeaconQueue(settings: settings)
        let first = queue.handle(.add([beacon("first")]), at: 0)
        #expect(sent(first) == ["first"])
        let actions = queue.handle(.add((0..<100_000).map { beacon("\($0)") }), at: 0)
        #expect(queue.count == 1000)
        #expect(givenUp(actions) == (0..<99_001).map { "\($0)" })
    }

    @Test("Failed beacons are retried with doubled delays and finally given up")
    func retries() {
        var queue = BeaconQueue()
        _ = queue.handle(.add([beacon("1"), beacon("2")]), at: 0)
        var now = 0.0
        for delay in [2.0, 4, 8, 16] {
            #expect(queue.handle(.failed(id: "1", isFinal: false), at: now) == [.wake(at: now + delay)])
            #expect(sent(queue.handle(.clock, at: now + delay - 0.1)).isEmpty)
            now += delay
            #expect(sent(queue.handle(.clock, at: now)) == ["1"])
        }
        let last = queue.handle(.failed(id: "1", isFinal: false), at: now)
        #expect(givenUp(last) == ["1"])
        #expect(sent(last) == ["2"])
    }

    @Test("A clock that is turned back holds no retry up")
    func clock() {
        var queue = BeaconQueue()
        _ = queue.handle(.add([beacon("1", at: 100_000)]), at: 100_000)
        _ = queue.handle(.failed(id: "1", isFinal: false), at: 100_000)
        #expect(sent(queue.handle(.clock, at: 50_000)) == ["1"])
    }

    @Test("Permanent failures are not retried, and outdated beacons are dropped")
    func final() {
        var queue = BeaconQueue()
        _ = queue.handle(.add([beacon("1")]), at: 0)
        #expect(givenUp(queue.handle(.failed(id: "1", isFinal: true), at: 0)) == ["1"])
        #expect(queue.count == 0)
        #expect(givenUp(queue.handle(.add([beacon("old", at: 0)]), at: 4000)) == ["old"])
    }

    @Test("The queue limits its size and the number of parallel requests")
    func bounds() {
        var settings = BeaconQueue.Settings()
        (settings.capacity, settings.parallel) = (10, 2)
        var queue = BeaconQueue(settings: settings)
        let actions = queue.handle(.add((0..<15).map { beacon("\($0)", ad: "\($0)") }), at: 0)
        #expect(givenUp(actions) == (0..<5).map { "\($0)" })
        #expect(sent(actions) == ["5", "6"])
        #expect(queue.count == 10)
        #expect(sent(queue.handle(.sent(id: "5"), at: 0)) == ["7"])
    }

    @Test("Beacons in flight are not dropped to make room")
    func boundsUnderWay() {
        var settings = BeaconQueue.Settings()
        settings.capacity = 2
        var queue = BeaconQueue(settings: settings)
        #expect(sent(queue.handle(.add([beacon("1"), beacon("2")]), at: 0)) == ["1"])
        #expect(givenUp(queue.handle(.add([beacon("3")]), at: 0)) == ["2"])
        #expect(queue.count == 2)
        #expect(sent(queue.handle(.sent(id: "1"), at: 0)) == ["3"])
    }

    @Test("A restored queue continues, including beacons that were in flight")
    func stored() throws {
        var queue = BeaconQueue()
        _ = queue.handle(.add([beacon("1"), beacon("2")]), at: 0)
        var again = try JSONDecoder().decode(BeaconQueue.self, from: JSONEncoder().encode(queue))
        #expect(sent(again.handle(.clock, at: 1)) == ["1"])
        #expect(again.count == 2)
        #expect(sent(again.handle(.add([beacon("1")]), at: 1)).isEmpty)
    }
}
