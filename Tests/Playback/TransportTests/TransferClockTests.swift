// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxTransport

@Suite("Time limits of a request")
struct TransferClockTests {
    private static let limits = StreamLoad.TimeLimits(connect: 1, firstByte: 3, idle: 2, whole: 10)

    /// The limit that expires first, and when a check at the announced times notices it.
    private func expiry(_ clock: TransferClock, from seconds: Double) -> (limit: TransportError.Limit, at: Double)? {
        var now = Instant(seconds: seconds)
        for _ in 0..<100 {
            if let limit = clock.expired(at: now) { return (limit, now.seconds) }
            guard let next = clock.nextCheck(at: now) else { return nil }
            now = next
        }
        return nil
    }

    @Test("Each phase has its limit, which expires on time")
    func phases() {
        var clock = TransferClock(Self.limits, at: .zero)
        #expect(expiry(clock, from: 0)! == (.connect, 1))
        clock.connected(at: Instant(seconds: 0.5))
        #expect(expiry(clock, from: 0.5)! == (.firstByte, 3))
        clock.received(at: Instant(seconds: 2.5))
        #expect(expiry(clock, from: 2.5)! == (.idle, 4.5))
        for second in 3...9 { clock.received(at: Instant(seconds: Double(second))) }
        #expect(expiry(clock, from: 9)! == (.whole, 10))
        clock.ended()
        #expect(expiry(clock, from: 9) == nil)
    }

    @Test("A check planned before the first byte is in time for the idle limit after it")
    func planning() {
        var clock = TransferClock(.init(connect: 60, firstByte: 60, idle: 0.05, whole: 60), at: .zero)
        let planned = clock.nextCheck(at: .zero)!
        clock.connected(at: Instant(seconds: 0.001))
        clock.received(at: Instant(seconds: 0.002))
        #expect(planned <= Instant(seconds: 0.052))
    }

    @Test("Limits are paused while the reader is paused")
    func held() {
        var clock = TransferClock(Self.limits, at: .zero)
        clock.connected(at: .zero)
        clock.received(at: Instant(seconds: 1))
        clock.held(at: Instant(seconds: 1))
        #expect(clock.expired(at: Instant(seconds: 500)) == nil)
        clock.released(at: Instant(seconds: 501))
        #expect(expiry(clock, from: 501)! == (.idle, 503))
        clock.received(at: Instant(seconds: 508.5))
        #expect(expiry(clock, from: 508.5)! == (.whole, 510))
    }

    @Test("A check while the reader is paused is followed by one soon after the limit that applies again on resumption")
    func heldAtTheLook() {
        var clock = TransferClock(.init(connect: 60, firstByte: 60, idle: 60, whole: 0.2), at: .zero)
        clock.connected(at: .zero)
        clock.received(at: Instant(seconds: 0.1))
        clock.held(at: Instant(seconds: 0.195))
        let look = Instant(seconds: 0.2)
        #expect(clock.expired(at: look) == nil)
        let next = clock.nextCheck(at: look)!
        #expect(next > look)
        #expect(next <= Instant(seconds: 0.301))
        clock.released(at: Instant(seconds: 0.21))
        #expect(clock.expired(at: next) == .whole)
        // A long-held transfer with much time left is not checked continuously.
        var slow = TransferClock(.init(connect: 60, firstByte: 60, idle: 60, whole: 30), at: .zero)
        slow.connected(at: .zero)
        slow.held(at: Instant(seconds: 1))
        #expect(slow.nextCheck(at: Instant(seconds: 500))! >= Instant(seconds: 528))
    }

    @Test("Redirects have their own connection limits and share the total limit")
    func redirects() {
        let second = TransferClock(Self.limits, at: Instant(seconds: 9.5), firstBegan: .zero)
        #expect(expiry(second, from: 9.5)! == (.whole, 10))
    }
}
