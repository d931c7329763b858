// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@Suite("Rectangles") struct RectangleTests {
    private let view = Rectangle(x: 0, y: 0, width: 100, height: 60)

    static let shapes: [(aspect: Double, width: Double, height: Double, frame: [Double])] = [
        (1.7777777777777777, 1920.0, 1080.0, [0.0, 0, 1920, 1080]), (1.7777777777777777, 1600, 1200, [0, 150, 1600, 900]),
        (1.3333333333333333, 1600, 900, [200, 0, 1200, 900]), (0.5625, 1920, 1080, [656.25, 0, 607.5, 1080]),
        (Double.nan, 10, 10, [0, 0, 10, 10]), (Double.infinity, 10, 10, [0, 0, 10, 10]), (0, 10, 10, [0, 0, 10, 10]),
        (-1, 10, 10, [0, 0, 10, 10]), (1, 0, 10, [0, 0, 0, 10]),
    ]

    @Test("Content with another aspect ratio is centred at its maximum size", arguments: RectangleTests.shapes)
    func fits(_ aspect: Double, _ width: Double, _ height: Double, _ wanted: [Double]) {
        let fitted = Rectangle(x: 7, y: 9, width: width, height: height).place(aspectRatio: aspect)
        let found = [fitted.x - 7, fitted.y - 9, fitted.width, fitted.height]
        #expect(zip(found, wanted).allSatisfy { abs($0 - $1) < 1e-6 })
    }

    @Test("Filling content covers the rectangle and overflows equally on both sides")
    func fills() {
        #expect(view.place(aspectRatio: 1, filling: true) == Rectangle(x: 0, y: -20, width: 100, height: 100))
        #expect(view.place(aspectRatio: 3, filling: true) == Rectangle(x: -40, y: 0, width: 180, height: 60))
    }

    @Test("Rectangles that only touch have no intersection")
    func intersections() {
        let other = Rectangle(x: 90, y: -10, width: 20, height: 30)
        #expect(view.intersection(other) == Rectangle(x: 90, y: 0, width: 10, height: 20))
        #expect(view.overlaps(other))
        #expect(!view.overlaps(other, slack: 10))
        #expect(!view.contains(other))
        #expect(view.contains(other, slack: 10))
        let beside = Rectangle(x: 100, y: 0, width: 5, height: 5)
        #expect(view.intersection(beside) == nil)
        #expect(!view.overlaps(beside))
        #expect(view.union(beside) == Rectangle(x: 0, y: 0, width: 105, height: 60))
    }

    @Test("The bands around another rectangle cover the rest once", arguments: [(10.0, 10.0), (-10, 10), (90, -5), (-5, -5), (200, 0)])
    func bands(_ x: Double, _ y: Double) {
        let hole = Rectangle(x: x, y: y, width: 30, height: 20)
        let bands = view.bands(beside: hole)
        #expect(bands.map(\.area).reduce(0, +) == view.area - (view.intersection(hole)?.area ?? 0))
        for (index, band) in bands.enumerated() {
            #expect(view.contains(band))
            #expect(!band.overlaps(hole))
            #expect(!bands[(index + 1)...].contains { $0.overlaps(band) })
        }
    }
}
