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
        let largest = MediaTime(value: .max, timescale: timescale)
        let smallest = MediaTime(value: .min, timescale: timescale)
        #expect((largest + largest).value == .max)
        #expect((smallest - largest).value == .min)
        #expect(smallest < largest)
        #expect(largest != smallest)
        #expect(abs(largest.converted(to: 1).seconds - largest.seconds) <= 0.5 + largest.seconds * 1e-15)
    }
}
