// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCaptions
import WindowboxMedia

@Suite("Closed caption timeline") struct ClosedCaptionTimelineTests {
    private let channel = ClosedCaptionService(channel: 1)!
    private let service = ClosedCaptionService(service: 1)!

    private func time(_ seconds: Double) -> MediaTime { MediaTime(seconds: seconds) }

    private func data(_ seconds: Double, _ pairs: (UInt8, UInt8)...) -> ClosedCaptionData {
        ClosedCaptionData(time: time(seconds), triplets: pairs.flatMap { [0xFC, $0.0, $0.1] })
    }

    /// A pop-on caption that is shown at a time; its letters arrive half a second before.
    private func popOn(_ text: (UInt8, UInt8), at seconds: Double) -> [ClosedCaptionData] {
        [
            data(seconds - 0.5, (0x14, 0x20)), data(seconds - 0.4, (0x14, 0x2E)), data(seconds - 0.3, (0x14, 0x70)),
            data(seconds - 0.2, text),
            data(seconds, (0x14, 0x2F)),
        ]
    }

    private func texts(_ timeline: ClosedCaptionTimeline, _ seconds: Double, _ service: ClosedCaptionService? = nil) -> [String] {
        timeline.shown(of: service ?? channel, at: time(seconds)).cues.map { $0.plainText() }
    }

    private func add(_ list: [ClosedCaptionData], to timeline: inout ClosedCaptionTimeline, startsAnew: Bool = false) {
        for (index, data) in list.enumerated() { timeline.add(data, startsAnew: startsAnew && index == 0) }
    }

    private let a: (UInt8, UInt8) = (0x41, 0x41)
    private let b: (UInt8, UInt8) = (0x42, 0x42)
    private let c: (UInt8, UInt8) = (0x43, 0x43)

    @Test("Captions are shown at their times even if received earlier, and a service is known from its first data")
    func shown() {
        var timeline = ClosedCaptionTimeline()
        #expect(timeline.services == [])
        add(popOn(a, at: 1), to: &timeline)
        #expect(timeline.services == [channel])
        add(popOn(b, at: 3) + [data(5, (0x14, 0x2C))], to: &timeline)
        #expect([0.9, 1, 2.9, 3, 4.9, 5].map { texts(timeline, $0) } == [[], ["AA"], ["AA"], ["BB"], ["BB"], []])
        #expect(timeline.nextChange(of: channel, after: time(0.5)) == time(1))
        #expect(timeline.nextChange(of: channel, after: time(1)) == time(3))
        #expect(timeline.nextChange(of: channel, after: time(5)) == nil)
        #expect(texts(timeline, 1, service) == [])
    }

    @Test("A caption that is still open before an ad is visible neither in the ad nor after it")
    func ads() {
        var timeline = ClosedCaptionTimeline()
        add(popOn(a, at: 1), to: &timeline)
        timeline.add(ClosedCaptionData(time: time(2), triplets: []), startsAnew: true)
        add(popOn(b, at: 8), to: &timeline, startsAnew: true)
        #expect([0.9, 1, 1.9, 2, 5, 7.9, 8].map { texts(timeline, $0) } == [[], ["AA"], ["AA"], [], [], [], ["BB"]])
        #expect(timeline.nextChange(of: channel, after: time(1)) == time(2))
    }

    @Test("After an ad captions resume as before it: pending ones are shown, and visible ones are shown again")
    func goesOn() {
        var timeline = ClosedCaptionTimeline()
        let next = popOn(b, at: 2.2)
        add(popOn(a, at: 1) + Array(next.dropLast()), to: &timeline)
        // An ad with its own captions from 2 s on, and the content from 12 s on.
        add(popOn(c, at: 8), to: &timeline, startsAnew: true)
        timeline.add(data(12, (0x80, 0x80)), startsAnew: true, continuingFrom: time(2))
        timeline.add(data(12.2, (0x14, 0x2F)))
        #expect(
            [1.9, 7.6, 8, 11.9, 12, 12.1, 12.2, 13].map { texts(timeline, $0) } == [
                ["AA"], [], ["CC"], ["CC"], ["AA"], ["AA"], ["BB"], ["BB"],
            ])
        // After a seek to that time, earlier captions are unknown.
        var sought = ClosedCaptionTimeline()
        sought.add(data(12, (0x80, 0x80)), startsAnew: true, continuingFrom: time(2))
        sought.add(data(12.2, (0x14, 0x2F)))
        #expect(texts(sought, 13) == [])
    }

    @Test("After an ad a CEA-708 window is restored, and a delayed one waits for the rest of its delay")
    func digitalGoesOn() {
        var timeline = ClosedCaptionTimeline()
        func add(_ seconds: Double, _ codes: [UInt8], _ sequence: UInt8, _ startsAnew: Bool = false, from origin: Double? = nil) {
            timeline.add(
                ClosedCaptionData(
                    time: time(seconds), triplets: DigitalCaptions.triplets(DigitalCaptions.packet(codes, sequence: sequence))),
                startsAnew: startsAnew, continuingFrom: origin.map { time($0) })
        }
        let window: [UInt8] = [0x98, 0x38, 74, 0, 0x61, 31, 0x09]
        // A window, and half a second later its end, a second after that.
        add(1, window + Array("HELLO".utf8) + [0x03], 0)
        add(1.5, [0x8D, 10, 0x8C, 0xFF], 1)
        timeline.add(ClosedCaptionData(time: time(2), triplets: []), startsAnew: true)
        add(10, [0x03], 2, true, from: 1.5)
        for tenth in 1...20 { timeline.add(ClosedCaptionData(time: time(10 + Double(tenth) / 10), triplets: [])) }
        #expect([1.9, 2, 9.9, 10.5, 10.9, 11.1].map { texts(timeline, $0, service) } == [["HELLO"], [], [], ["HELLO"], ["HELLO"], []])
    }

    @Test("An open caption stays the same from frame to frame and disappears after sixteen seconds without data")
    func open() {
        var timeline = ClosedCaptionTimeline()
        add(popOn(a, at: 1), to: &timeline)
        let before = timeline.shown(of: channel, at: time(2))
        timeline.add(data(1.5, (0x80, 0x80)))
        #expect(timeline.shown(of: channel, at: time(3)) == before)
        #expect(before.cues.map(\.start) == [time(1)])
        #expect(texts(timeline, 17.4) == ["AA"])
        #expect(texts(timeline, 17.6) == [])
        #expect(timeline.nextChange(of: channel, after: time(2)) == time(17.5))
    }

    @Test("After a seek back captions are shown at once, and repeated data are ignored")
    func back() {
        var timeline = ClosedCaptionTimeline()
        let all = popOn(a, at: 1) + popOn(b, at: 3) + popOn(c, at: 6)
        add(all, to: &timeline)
        // From the middle of a caption: a decoder that starts here would not know its beginning.
        add(Array(all[7...]), to: &timeline, startsAnew: true)
        #expect([2.0, 4, 7].map { texts(timeline, $0) } == [["AA"], ["BB"], ["CC"]])
        timeline.add(data(8, (0x14, 0x2C)))
        #expect([7.9, 8].map { texts(timeline, $0) } == [["CC"], []])
    }

    @Test("A seek or discontinuity clears captions, and a run that reaches an older one replaces it")
    func runs() {
        var timeline = ClosedCaptionTimeline()
        add(popOn(a, at: 1), to: &timeline)
        timeline.add(data(2, (0x80, 0x80)), startsAnew: true)
        #expect(texts(timeline, 1.9) == ["AA"])
        #expect(texts(timeline, 2) == [])
        #expect(timeline.nextChange(of: channel, after: time(1.5)) == time(2))
        // Far ahead, into the middle of a caption whose beginning was not received.
        timeline.add(data(100, (0x14, 0x2F)), startsAnew: true)
        add(popOn(c, at: 103), to: &timeline)
        #expect(texts(timeline, 101) == [])
        #expect(texts(timeline, 104) == ["CC"])
        add(popOn(b, at: 99.95) + [data(101, (0x80, 0x80))], to: &timeline, startsAnew: true)
        #expect(texts(timeline, 101) == ["BB"])
        #expect(texts(timeline, 104) == ["BB"])
        add(popOn(c, at: 103), to: &timeline)
        #expect(texts(timeline, 102.9) == ["BB"])
        #expect(texts(timeline, 104) == ["CC"])
    }

    @Test("CEA-708 windows have regions, beside the channels of CEA-608")
    func digital() {
        var timeline = ClosedCaptionTimeline()
        let codes: [UInt8] = [0x98, 0x38, 74, 0, 0x61, 31, 0x09] + Array("HELLO".utf8) + [0x03]
        let packet = DigitalCaptions.triplets(DigitalCaptions.packet(codes, sequence: 0))
        timeline.add(ClosedCaptionData(time: time(1), triplets: [0xFC, 0x14, 0x20] + packet))
        #expect(timeline.services == [channel, service])
        for _ in 0..<2 {
            let document = timeline.shown(of: service, at: time(1.5))
            #expect(document.cues.map(\.text) == ["HELLO"])
            #expect(document.regions.map(\.id) == document.cues.compactMap(\.region))
            let end = DigitalCaptions.triplets(DigitalCaptions.packet([0x8C, 0xFF], sequence: 1))
            timeline.add(ClosedCaptionData(time: time(2), triplets: end))
        }
        #expect(texts(timeline, 2, service) == [])
    }

    @Test("The numbers of cues and runs are bounded, however long playback lasts and wherever it seeks")
    func bounds() {
        var timeline = ClosedCaptionTimeline()
        for number in 0..<200 { timeline.add(data(Double(number) * 10, (0x14, 0x20)), startsAnew: true) }
        for number in 0..<12_000 {
            let second = 3000 + Double(number)
            add([data(second, (0x14, 0x29), (0x14, 0x70)), data(second + 0.5, a), data(second + 0.9, (0x14, 0x2C))], to: &timeline)
        }
        #expect(texts(timeline, 3000.6) == [])
        #expect(texts(timeline, 14_999.6) == ["AA"])
    }
}
