// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxGTK

@Suite("Video and seek bar geometry")
struct GeometryTests {
    struct Placement: Sendable {
        var gravity: VideoGravity
        var ratio: Double
        var view: (width: Double, height: Double)
        var place: Rectangle

        init(_ gravity: VideoGravity, _ ratio: Double, in width: Double, _ height: Double, is place: (Double, Double, Double, Double)) {
            (self.gravity, self.ratio, view) = (gravity, ratio, (width, height))
            self.place = Rectangle(x: place.0, y: place.1, width: place.2, height: place.3)
        }

        static let wide = 16.0 / 9
        static let all = [
            Placement(.fit, wide, in: 1280, 720, is: (0, 0, 1280, 720)),
            Placement(.fit, wide, in: 1280, 800, is: (0, 40, 1280, 720)),
            Placement(.fit, wide, in: 1400, 720, is: (60, 0, 1280, 720)),
            Placement(.fill, wide, in: 1280, 800, is: (-71, 0, 1422, 800)),
            Placement(.fill, 1, in: 1280, 720, is: (0, -280, 1280, 1280)),
            Placement(.stretch, 1, in: 1280, 720, is: (0, 0, 1280, 720)),
            Placement(.fit, 0, in: 10, 10, is: (0, 0, 10, 10)),
        ]
    }

    @Test("A frame fits, fills or is stretched", arguments: Placement.all)
    func placement(_ placement: Placement) {
        let placed = placement.gravity.placement(aspectRatio: placement.ratio, width: placement.view.width, height: placement.view.height)
        #expect(placed == placement.place)
    }

    private let bar = SeekBarGeometry(range: TimeRange(start: 100, end: 300), start: 10, length: 400)

    @Test("Times and positions on the seek bar convert both ways", arguments: [(100, 10), (200, 210), (300, 410)])
    func places(_ time: Double, _ x: Double) {
        #expect(bar.x(of: time) == x)
        #expect(bar.time(at: x) == time)
    }

    @Test("The knob's position gives the exact current time, and one beside it its own")
    func knob() {
        let hour = SeekBarGeometry(range: TimeRange(start: 0, end: 3600), start: 10, length: 400)
        #expect(hour.time(at: 210, knob: 1799.7) == 1799.7)
        #expect(hour.time(at: 211, knob: 1800.2) == 1800.2)
        #expect(hour.time(at: 213, knob: 1800.2) == hour.time(at: 213))
    }

    @Test("Positions beside the bar are its ends")
    func ends() {
        #expect(bar.x(of: 0) == 10)
        #expect(bar.x(of: 1000) == 410)
        #expect(bar.time(at: -5) == 100)
        #expect(bar.time(at: 500) == 300)
    }

    @Test("Only the visible part of a range is drawn")
    func spans() {
        #expect(
            bar.rectangle(of: TimeRange(start: 0, end: 200), centre: 12, thickness: 4) == Rectangle(x: 10, y: 10, width: 200, height: 4))
        #expect(bar.rectangle(of: TimeRange(start: 0, end: 50), centre: 12, thickness: 4) == nil)
    }

    @Test("An empty bar has a single position")
    func empty() {
        let empty = SeekBarGeometry(range: .zero, start: 10, length: 0)
        #expect(empty.x(of: 5) == 10)
        #expect(empty.time(at: 5) == 0)
    }
}
