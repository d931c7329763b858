// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxFeedViews

@Suite("Poster queue and cache")
struct PosterQueueTests {
    private typealias Queue = PosterQueue<Int>

    @Test("A few posters load at a time, the most recently requested first")
    func order() {
        var queue = Queue(maxActive: 2)
        #expect(queue.request(1) == [.load(1)])
        #expect(queue.request(2) == [.load(2)])
        #expect(queue.request(3) == [])
        #expect(queue.request(4) == [])
        #expect(queue.ended(1) == [.load(4)])
        #expect(queue.ended(2) == [.load(3)])
        #expect(queue.ended(3) == [])
        #expect(queue.ended(4) == [])
        #expect(queue.loading == [])
    }

    @Test("Unneeded posters are not fetched, and cancelled when under way")
    func forgetting() {
        var queue = Queue(maxActive: 1)
        _ = queue.request(1)
        _ = queue.request(1)
        _ = queue.request(2)
        _ = queue.request(3)
        #expect(queue.forget(3) == [])
        #expect(queue.forget(1) == [])
        #expect(queue.forget(1) == [.cancel(1), .load(2)])
        #expect(queue.forget(9) == [])
    }

    @Test("In a fast scroll the number of waiting posters is limited")
    func bound() {
        var queue = Queue(maxActive: 1, maxWaiting: 3)
        for name in 0..<100_000 { _ = queue.request(name) }
        var loaded: [Int] = []
        var next = 0
        while case .load(let name)? = queue.ended(next).first {
            loaded.append(name)
            next = name
        }
        #expect(loaded == [99999, 99998, 99997])
    }

    @Test("The cache keeps to its byte limit, and drops the least recently used")
    func cache() {
        var cache = PosterCache<String, Int>(capacity: 100)
        cache.keep(1, bytes: 40, as: "a")
        cache.keep(2, bytes: 40, as: "b")
        #expect(cache.value("a") == 1)
        cache.keep(3, bytes: 40, as: "c")
        #expect(cache.value("b") == nil)
        #expect(cache.value("a") == 1)
        #expect(cache.value("c") == 3)
        cache.keep(4, bytes: 101, as: "d")
        #expect(cache.value("d") == nil)
        #expect(cache.bytes == 80)
        cache.keep(5, bytes: 10, as: "a")
        #expect(cache.bytes == 50)
    }
}
