// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxKit

@testable import WindowboxCodec

@Suite("Timestamp linearizer")
struct TimestampLinearizerTests {
    private static let wrap = Double(Int64(1) << 33) / 90_000

    /// The linearized times of packets of one second each.
    private func places(_ packets: [(track: Int32, time: Double)], start: Double? = nil, longestGap: Double = 10) -> [Double] {
        var linearizer = TimestampLinearizer(start: start, longestGap: longestGap)
        return packets.map { packet in
            ((packet.time + linearizer.place(packet.time, of: packet.track, duration: 1)) * 1000).rounded() / 1000
        }
    }

    private func track(_ times: [Double]) -> [(track: Int32, time: Double)] { times.map { (0, $0) } }

    @Test("A jump to an earlier or later time is removed", arguments: [-90.0, -3, 5000])
    func joined(jump: Double) {
        #expect(places(track([100, 101, 102, 103 + jump, 104 + jump])) == [100, 101, 102, 103, 104])
    }

    @Test("A 33-bit wrap continues to the exact tick, also after a gap")
    func wrapping() {
        let end = Self.wrap
        let placed = places(track([end - 3, end - 2, 3, 4]))
        #expect(placed == [end - 3, end - 2, end + 3, end + 4].map { ($0 * 1000).rounded() / 1000 })
    }

    @Test("A single damaged packet does not shift the packets after it", arguments: [23_860.0, -2, -80, 7])
    func damaged(error: Double) {
        let times = (0..<8).map { 100 + Double($0) }
        var packets = times.flatMap { [(track: Int32(0), time: $0), (track: Int32(1), time: $0)] }
        packets[6].time += error
        let placed = places(packets)
        for (index, packet) in packets.enumerated() where index != 6 { #expect(placed[index] == packet.time) }
    }

    @Test("Tracks that jump one after the other stay in sync")
    func tracks() {
        // The audio of the first part ends later than its video, and comes later in the file.
        let packets: [(track: Int32, time: Double)] = [
            (0, 10), (1, 10), (0, 11), (1, 11), (0, 500), (1, 12), (0, 501), (1, 500.5), (0, 502), (1, 501.5),
        ]
        let placed = places(packets)
        #expect(placed == [10, 10, 11, 11, 12, 12, 13, 12.5, 14, 13.5])
    }

    @Test("A gap in one track alone, or a short one in all, is not taken for a jump")
    func gaps() {
        let sound = (0..<40).map { (track: Int32(1), time: Double($0)) }
        let packets = [(track: Int32(0), time: 0.0)] + sound + [(track: 0, time: 39.5), (track: 1, time: 48)]
        #expect(places(packets) == packets.map(\.time))
    }

    @Test("A forward jump is kept where a container has no reason to jump")
    func sparse() {
        #expect(places(track([0, 1, 60, 61, 5, 6]), longestGap: .infinity) == [0, 1, 60, 61, 62, 63])
    }

    @Test("A jump before the first packet does not move the start that the file states")
    func firstPacket() {
        #expect(places(track([27_000, 101, 102]), start: 100) == [100, 101, 102])
    }

    @Test("A jump is remembered when reading continues elsewhere")
    func seeking() {
        var linearizer = TimestampLinearizer(start: 0)
        for (index, time) in [0.0, 1, 2, 5003, 5004].enumerated() {
            _ = linearizer.place(time, of: 0, duration: 1, at: Int64(index * 1000))
        }
        #expect(linearizer.lastShift == -5000)
        #expect(linearizer.shift(on: 2.5) == 0)
        #expect(linearizer.shift(on: 3.5) == -5000)
        linearizer.restart()
        #expect(linearizer.place(5004, of: 0, duration: 1, at: 4000) == -5000)
        linearizer.restart()
        #expect(linearizer.place(1, of: 0, duration: 1, at: 1000) == 0)
    }

    @Test("Jumps are detected among keyframes, not among frames out of display order")
    func reordering() {
        var linearizer = TimestampLinearizer(longestGap: .infinity, longestStepBack: 2)
        func place(_ times: [Double]) -> [Double] {
            times.enumerated().map { index, time in time + linearizer.place(time, index == 0 ? .key : .any, of: 0, duration: 0.5) }
        }
        // Two frames a second, most of which refer to one that is shown four seconds later.
        let group = [0.0, 4, 2, 1, 0.5, 1.5, 3, 2.5, 3.5]
        #expect(place(group) == group)
        #expect(place(group.map { $0 + 4.5 }) == group.map { $0 + 4.5 })
        // The next part of the file starts at zero again.
        #expect(place(group) == group.map { $0 + 9 })
    }

    @Test("Jumps are detected when each part of a file has one keyframe, with audio beside it", arguments: [false, true])
    func joinedParts(audioFirst: Bool) {
        var linearizer = TimestampLinearizer(longestGap: .infinity, longestStepBack: 2)
        func video(_ time: Double) -> Double {
            time + linearizer.place(time, time == 0 ? .key : .any, of: 0, duration: 0.04)
        }
        func audio(_ time: Double) -> Double { time + linearizer.place(time, of: 1, duration: 0.02) }
        for part in 0..<3 {
            for index in 0..<125 {
                let time = Double(index) * 0.04
                let start = Double(part) * 5
                if audioFirst { #expect(abs(audio(time) - start - time) < 0.1) }
                #expect(abs(video(time) - start - time) < 0.1)
                if !audioFirst { #expect(abs(audio(time) - start - time) < 0.1) }
            }
        }
    }

    @Test("The duration of frames distinguishes a jump from a late frame")
    func plausibleDelays() {
        #expect(TimestampLinearizer.isPlausible(delay: 9, duration: 0))
        #expect(!TimestampLinearizer.isPlausible(delay: -11, duration: 0.04))
        // Slides of 15 s each, one of which refers to the fifth one after it.
        #expect(TimestampLinearizer.isPlausible(delay: 75, duration: 15))
        #expect(!TimestampLinearizer.isPlausible(delay: 5000, duration: 15))
    }

    @Test("Subtitles cause no jumps and follow the other tracks")
    func subtitles() {
        var linearizer = TimestampLinearizer(start: 0)
        #expect(linearizer.shift(at: nil) == 0)
        for time in [0.0, 1, 2, 5003, 5004] { _ = linearizer.place(time, of: 0, duration: 1) }
        #expect(linearizer.shift(at: nil) == -5000)
    }

    @Test("Times beyond the range of integers do no harm")
    func absurd() {
        #expect(Int64(90_000).shifted(by: -1, rate: 90_000) == 0)
        for time in [Int64.max, Int64.min, 0] {
            for seconds in [1e300, -1e300, .infinity, .nan, 1e15, -1e15] { _ = time.shifted(by: seconds, rate: 90_000) }
        }
        #expect(Int64.max.shifted(by: 1, rate: 90_000) == .max)
        var linearizer = TimestampLinearizer(start: 0)
        for time in [1e300, -1e300, 0, 9e14, -9e14] { _ = linearizer.place(time, of: 0, duration: 1, at: 5) }
    }

    @Test("With a jump at every packet, each packet stays close to the one before")
    func everywhere() {
        var linearizer = TimestampLinearizer(start: 0)
        var chance = SeededChance(7)
        var last = 0.0
        for index in 0..<5000 {
            let time = Double(chance.next() >> 31) / 90_000
            let placed = time + linearizer.place(time, of: 0, duration: 0.04, at: Int64(index))
            #expect((placed - last).magnitude <= 10.1)
            last = placed
        }
    }
}
