// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@Suite("Times at the limits of their range") struct TimeTests {
    @Test("An instant out of range is clamped")
    func instant() {
        #expect(Instant(seconds: 1e300).nanoseconds == .max)
        #expect(Instant(seconds: -1e300).nanoseconds == .min)
        #expect(Instant(seconds: .infinity).nanoseconds == .max)
        #expect(Instant(seconds: .nan) == .zero)
        #expect(Instant(seconds: 1.5).nanoseconds == 1_500_000_000)
    }

    @Test("Adding to an instant saturates in both directions")
    func adding() {
        #expect((.zero + 1e300).nanoseconds == .max)
        #expect((.zero + -1e300).nanoseconds == .min)
        #expect((Instant(nanoseconds: .min) + -1).nanoseconds == .min)
        #expect((Instant(nanoseconds: .max) + 1).nanoseconds == .max)
        #expect((.zero + .nan).nanoseconds == .max)
    }

    @Test("The distance between the extreme instants is finite")
    func distance() {
        let distance = Instant(nanoseconds: .max) - Instant(nanoseconds: .min)
        #expect(abs(distance - 18_446_744_073.709) < 1)
    }

    @Test("Sums of media times saturate", arguments: [Int32(1), 90_000, .max])
    func sums(timescale: Int32) {
        let most = MediaTime(value: .max, timescale: timescale)
        let least = MediaTime(value: .min, timescale: timescale)
        #expect((most + most).value == .max)
        #expect((least - most).value == .min)
        #expect(least < most)
        #expect(most != least)
        #expect(abs(most.converted(to: 1).seconds - most.seconds) <= 0.5 + most.seconds * 1e-15)
    }
}
