// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WindowboxMedia

@testable import WindowboxGTK

@Suite("Frame mailbox")
struct PictureMailboxTests {
    private let pool = PicturePool()
    private func picture() -> PooledPicture {
        pool.picture(PixelSize(width: 2, height: 2)) { memory, _ in memory.initializeMemory(as: UInt8.self, repeating: 0) }
    }

    private final class Counter: Sendable {
        let count = Atomic(0)
        func increase() { count.wrappingAdd(1, ordering: .relaxed) }
        var value: Int { count.load(ordering: .relaxed) }
    }

    @Test("The newest frame wins, and posts are counted")
    func newest() {
        let mailbox = PictureMailbox()
        let watcher = mailbox.watch {}
        #expect(mailbox.take(for: watcher).picture == nil)
        let last = picture()
        mailbox.post(picture())
        mailbox.post(last)
        #expect(mailbox.take(for: watcher).picture === last)
        #expect(mailbox.posts == 2)
        mailbox.clear()
        #expect(mailbox.take(for: watcher).picture == nil)
        #expect(mailbox.posts == 2)
    }

    @Test("A frame delivered before a moment can be removed, and one that arrived later stays")
    func leftover() {
        let mailbox = PictureMailbox()
        let watcher = mailbox.watch {}
        mailbox.post(picture(), handOver: Instant(seconds: 5))
        mailbox.clear(handedOverBefore: Instant(seconds: 5))
        #expect(mailbox.take(for: watcher).picture != nil)
        mailbox.clear(handedOverBefore: Instant(seconds: 6))
        #expect(mailbox.take(for: watcher).picture == nil)
        // Pictures that don't come from the engine have no moment.
        mailbox.post(picture())
        mailbox.clear(handedOverBefore: Instant(seconds: 6))
        #expect(mailbox.take(for: watcher).picture != nil)
    }

    @Test("A watcher is woken once per frame that it takes, independently of others")
    func wakes() {
        let mailbox = PictureMailbox()
        let (first, second) = (Counter(), Counter())
        let watcher = mailbox.watch { first.increase() }
        let other = mailbox.watch { second.increase() }
        mailbox.post(picture())
        #expect(first.value == 0, "a watcher that never looked is not woken")
        _ = mailbox.take(for: watcher)
        _ = mailbox.take(for: other)
        for _ in 0..<5 { mailbox.post(picture()) }
        #expect((first.value, second.value) == (1, 1))
        _ = mailbox.take(for: watcher)
        mailbox.post(picture())
        #expect((first.value, second.value) == (2, 1))
    }

    @Test("A watcher that left is not woken")
    func unwatch() {
        let mailbox = PictureMailbox()
        let counter = Counter()
        let watcher = mailbox.watch { counter.increase() }
        _ = mailbox.take(for: watcher)
        mailbox.unwatch(watcher)
        mailbox.post(picture())
        #expect(counter.value == 0)
    }

    @Test("A replaced frame is released, and its memory reused")
    func reuse() {
        let mailbox = PictureMailbox()
        func post() -> UInt {
            let picture = picture()
            mailbox.post(picture)
            return picture.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
        }
        let addresses = (0..<10).map { _ in post() }
        #expect(Set(addresses).count == 2)
    }

    @Test("Many threads can post")
    func threads() async {
        let mailbox = PictureMailbox()
        let counter = Counter()
        let watcher = mailbox.watch { counter.increase() }
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<200 {
                        mailbox.post(picture())
                        _ = mailbox.take(for: watcher)
                    }
                }
            }
        }
        #expect(mailbox.posts == 800)
        #expect(counter.value <= 800)
    }

    @Test("Rotation and pixel aspect change the displayed shape")
    func shape() {
        let size = PixelSize(width: 720, height: 576)
        let wide = pool.picture(size, pixelAspectRatio: 64.0 / 45) { _, _ in }
        #expect(abs(wide.displayAspectRatio - 16.0 / 9) < 1e-9)
        let upright = pool.picture(size, pixelAspectRatio: 64.0 / 45, orientation: DisplayOrientation(rotation: 90)) { _, _ in }
        #expect(abs(upright.displayAspectRatio - 9.0 / 16) < 1e-9)
        #expect(pool.picture(PixelSize(width: 0, height: 10)) { _, _ in }.displayAspectRatio == 0)
    }
}
