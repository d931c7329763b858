// SPDX-License-Identifier: Apache-2.0

import CGTK
import Testing

@testable import WindowboxGTK

@Suite("Layer layout") struct OverlaySpanTests {
    private func span(
        _ minimum: Int32, _ natural: Int32, in room: Int32, _ alignment: WindowboxGTK.Alignment, isMirrored: Bool = false
    ) -> [Int32] {
        let span = Overlay.Span(minimum: minimum, natural: natural, in: room, alignment, isMirrored: isMirrored)
        return [span.start, span.length]
    }

    @Test("With enough space a layer has its natural size, at its alignment")
    func alignments() {
        #expect(span(10, 40, in: 100, .fill) == [0, 100])
        #expect(span(10, 40, in: 100, .start) == [0, 40])
        #expect(span(10, 40, in: 100, .center) == [30, 40])
        #expect(span(10, 40, in: 100, .end) == [60, 40])
        #expect(span(10, 40, in: 100, .start, isMirrored: true) == [60, 40])
        #expect(span(10, 40, in: 100, .end, isMirrored: true) == [0, 40])
    }

    @Test("With little space a layer shrinks down to its minimum") func littleRoom() {
        for alignment in [WindowboxGTK.Alignment.fill, .start, .center, .end] {
            #expect(span(10, 40, in: 20, alignment) == [0, 20], "\(alignment)")
            #expect(span(30, 40, in: 20, alignment, isMirrored: true) == [0, 30], "\(alignment)")
        }
    }
}

extension OnDisplay {
    @MainActor struct Overlays {
        @Test("Wrapped text makes a layer as high as needed at its width") func wrapped() async throws {
            let words = Label().lines(20).aligned(.start)
            words.text = "It would take as many lines as it has words if nothing were wider than the longest of these"
            let layer = Box(.vertical) { words }.align(horizontal: .fill, vertical: .end)
            let ground = Overlay(Box(.vertical).expand(.horizontal, .vertical)) { layer }
            try await withWindow(ground, width: 400, height: 100) { _ in
                #expect(
                    await eventually { layer.width == ground.width && ground.width >= 300 && layer.height > 0 },
                    "\(layer.width) of \(ground.width), \(layer.height)")
                #expect(layer.height <= 60)
                #expect(ground.place(of: layer, x: 0, y: 0)?.y == Double(ground.height - layer.height))
            }
        }
    }
}
