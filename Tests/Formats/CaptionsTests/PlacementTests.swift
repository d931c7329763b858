// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCaptions
import WindowboxMedia

@Suite("Placement of image captions") struct PlacementTests {
    private func frame(
        _ frame: Rectangle, of canvas: (Int, Int), in picture: (Double, Double)
    ) -> Rectangle {
        CaptionPlacement(frame: frame, canvas: PixelSize(width: canvas.0, height: canvas.1)).frame(inWidth: picture.0, height: picture.1)
    }

    private func isNear(_ one: Rectangle, _ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Bool {
        abs(one.x - x) < 0.01 && abs(one.y - y) < 0.01 && abs(one.width - width) < 0.01 && abs(one.height - height) < 0.01
    }

    @Test("Image captions scale with the video and keep their position when its top and bottom are cropped")
    func scaled() {
        let box = Rectangle(x: 480, y: 900, width: 960, height: 90)
        #expect(isNear(frame(box, of: (1920, 1080), in: (1280, 720)), 320, 600, 640, 60))
        // 1920 × 800 of a video that was 1920 × 1080: 140 lines less at the top.
        #expect(isNear(frame(box, of: (1920, 1080), in: (1920, 800)), 480, 760, 960, 90))
        #expect(isNear(frame(box, of: (1920, 1080), in: (960, 400)), 240, 380, 480, 45))
        // Rounded sizes.
        #expect(isNear(frame(box, of: (1920, 1080), in: (1920, 1088)), 480, 900 * 1088 / 1080, 960, 90 * 1088 / 1080))
    }

    @Test(
        "A DVD or broadcast canvas covers 4:3 and 16:9 video, whatever the pixel aspect ratio",
        arguments: [(768.0, 576.0), (1024, 576), (720, 576), (1920, 1080), (640, 480), (854, 480)])
    func standardDefinition(width: Double, height: Double) {
        let box = Rectangle(x: 360, y: 288, width: 180, height: 144)
        #expect(isNear(frame(box, of: (720, 576), in: (width, height)), width / 2, height / 2, width / 4, height / 4))
    }

    @Test("Captions of a DVD cropped to 2.35:1 are placed on its original 16:9 canvas")
    func cutDisc() {
        let box = Rectangle(x: 0, y: 480, width: 720, height: 48)
        // The canvas is 576 of the picture's lines high, of which 436 are left.
        #expect(isNear(frame(box, of: (720, 576), in: (1024, 436)), 0, 480 - 70, 1024, 48))
    }

    @Test("Captions below the frame are moved into it together")
    func inside() {
        // A PNG header is enough to have a size.
        func cue(_ y: Double, _ height: Double) -> Cue {
            let png: [UInt8] = [
                0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 10, 0, 0, 0, 10,
            ]
            let placement = CaptionPlacement(
                frame: Rectangle(x: 100, y: y, width: 200, height: height), canvas: PixelSize(width: 1920, height: 1080))
            return Cue(
                start: .zero, end: MediaTime(value: 9, timescale: 1), text: "", image: CaptionImage(bytes: png, placement: placement))
        }
        var layout = CaptionLayout(width: 1920, height: 800)
        let below = layout.boxes(of: CaptionDocument(format: .ttml, cues: [cue(900, 40), cue(980, 60)]), at: .zero)
        #expect(below.map(\.frame.y) == [660, 740])
        let above = layout.boxes(of: CaptionDocument(format: .ttml, cues: [cue(20, 40)]), at: .zero)
        #expect(above.map(\.frame.y) == [0])
        let within = layout.boxes(of: CaptionDocument(format: .ttml, cues: [cue(500, 40)]), at: .zero)
        #expect(within.map(\.frame) == [Rectangle(x: 100, y: 360, width: 200, height: 40)])
    }
}
