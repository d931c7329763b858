// SPDX-License-Identifier: Apache-2.0

import CGTK
import Testing
import WindowboxCaptions
import WindowboxMedia
import WindowboxPlayer

@testable import WindowboxCaptionDrawing
@testable import WindowboxGTK

extension OnDisplay {
    /// Captions as drawn, on a picture of 640 × 360.
    @MainActor struct CaptionDrawing {
        private let overlay = CaptionOverlay()

        /// Draws cues, and returns their positions.
        private func drawn(
            _ cues: ActiveCues, _ style: CaptionStyle = CaptionStyle()
        ) async throws -> (captionBounds: [Rectangle], pixels: Pixels) {
            overlay.cues = .none
            return try await withWindow(overlay.minimumSize(width: 640, height: 360)) { _ in
                let before = overlay.drawings
                (overlay.cues, overlay.style) = (cues, style)
                if cues != .none { try #require(await eventually { overlay.drawings > before && overlay.width == 640 }) }
                return (overlay.drawnBounds, try #require(Pixels(of: overlay)))
            }
        }

        /// The colour at the centre of a cue whose text is a block of one colour.
        private func middle(_ drawn: (captionBounds: [Rectangle], pixels: Pixels), _ index: Int = 0) throws -> UInt32 {
            let place = try #require(drawn.captionBounds.count > index ? drawn.captionBounds[index] : nil)
            return drawn.pixels[Int(place.x + place.width / 2), Int(place.y + place.height / 2)]
        }

        @Test("Cues are placed by their settings, by default at the bottom, and never overlap")
        func places() async throws {
            let places = try await drawn(
                ActiveCues(
                    webVTT: """
                        00:00.000 --> 00:09.000
                        first

                        00:00.000 --> 00:08.000
                        second

                        00:00.000 --> 00:07.000 line:0 position:0 align:left
                        corner

                        00:00.000 --> 00:06.000 line:50% position:100% align:right
                        side
                        """)
            ).captionBounds
            try #require(places.count == 4)
            #expect(places[0].bottom > 330)
            #expect(places[0].bottom <= 350)
            #expect(abs(places[0].x + places[0].width / 2 - 320) < 2)
            #expect(places[1].bottom <= places[0].y + 0.5)
            #expect(places[1].bottom > places[0].y - 10)
            #expect(places[2].x == 8)
            #expect(places[2].y == 8)
            #expect(abs(places[3].y - 180) < 2)
            #expect(places[3].x + places[3].width == 632)
        }

        @Test("Vertical text is in columns that grow to the cue's side")
        func vertical() async throws {
            let left = try await drawn(ActiveCues("vertical:rl line:0", "███\n████")).captionBounds
            try #require(left.count == 1)
            #expect(left[0].x > 560)
            #expect(left[0].height > left[0].width)
            let drawn = try await drawn(ActiveCues("vertical:lr line:0", "<c.red>██████</c>\n<c.lime>██████</c>"))
            let place = try #require(drawn.captionBounds.first)
            #expect(place.x < 40)
            #expect(place.height > place.width)
            let y = Int(place.y + place.height / 2)
            #expect(drawn.pixels[Int(place.x + place.width / 4), y] == 0xFF0000)
            #expect(drawn.pixels[Int(place.x + place.width * 3 / 4), y] == 0x00FF00)
        }

        @Test("Right-to-left text begins at the right, also in mixed text")
        func rightToLeft() async throws {
            // Without a position, both begin at the middle (WebVTT 3.1, "cue computed position").
            let hebrew = try #require(try await drawn(ActiveCues("align:start", "שלום abc")).captionBounds.first)
            #expect(hebrew.x + hebrew.width < 340)
            #expect(hebrew.x + hebrew.width > 300)
            let latin = try #require(try await drawn(ActiveCues("align:start", "abc שלום")).captionBounds.first)
            #expect(latin.x > 300)
            #expect(latin.x < 340)
            // The first word of the sentence is its rightmost.
            let mixed = try await drawn(ActiveCues("", "<c.red>א████</c><c.lime>████</c>"))
            let place = try #require(mixed.captionBounds.first)
            #expect(mixed.pixels[Int(place.x + place.width * 0.3), Int(place.y + place.height / 2)] == 0x00FF00)
            #expect(mixed.pixels[Int(place.x + place.width * 0.7), Int(place.y + place.height / 2)] == 0xFF0000)
        }

        @Test("Text has the colours of its classes and style sheets, and the user's colours override both")
        func colors() async throws {
            let cues = ActiveCues(
                webVTT: "STYLE\n::cue(.warm) { color: #ff8000 }\n\n00:00.000 --> 00:09.000\n<c.warm>███████████</c>")
            #expect(try middle(try await drawn(cues)) == 0xFF8000)
            var style = CaptionStyle()
            style.preference.look = .blackOnWhite
            #expect(try middle(try await drawn(cues, style)) == 0x000000)
            #expect(try middle(try await drawn(ActiveCues("", "<c.blue>█████████</c>"))) == 0x0000FF)
            let behind = try await drawn(ActiveCues("", "a<c.bg_blue.blue>      b      </c>c"))
            #expect(try middle(behind) == 0x0000FF)
        }

        @Test("Text in a window keeps its alpha after captions with another one were drawn on an image")
        func alpha() async throws {
            func cues(_ alpha: Double) -> ActiveCues {
                ActiveCues(
                    webVTT: "STYLE\n::cue { color: rgba(255, 255, 255, \(alpha)); background: transparent }\n\n"
                        + "00:00.000 --> 00:09.000\n███████████")
            }
            let typesetter = try CaptionTypesetter()
            let bitmap = try #require(CaptionBitmap(width: 640, height: 360, typesetter.library))
            let canvas = try #require(CairoCanvas(on: bitmap, typesetter.library))
            let frame = Rectangle(x: 0, y: 0, width: 640, height: 360)
            for alpha in [1, 0.2] {
                CaptionPage(cues(alpha), CaptionStyle().appearance, picture: frame, area: frame, typesetter: typesetter).draw(on: canvas)
                #expect(try middle(try await drawn(cues(0.6))) == 0x999999, "after an alpha of \(alpha)")
            }
        }

        @Test("A soft shadow fades at its edges, a sharp one does not")
        func shadows() async throws {
            /// The number of pixels across a shadow that are partly transparent.
            func fading(_ blur: String) async throws -> Int {
                let cues = ActiveCues(
                    webVTT: "STYLE\n::cue { color: white; text-shadow: 6em 0 \(blur) #ff0000 }\n\n"
                        + "00:00.000 --> 00:09.000 position:20% align:center\n████")
                let drawn = try await drawn(cues)
                let place = try #require(drawn.captionBounds.first)
                let reds = (Int(place.x + place.width)..<640).map { drawn.pixels[$0, Int(place.y + place.height / 2)] >> 16 }
                #expect(reds.contains { $0 > 0xE0 }, "there is no shadow")
                return reds.count { $0 > 0x10 && $0 < 0xE0 }
            }
            #expect(try await fading("0") <= 4)
            #expect(try await fading("0.5em") > 8)
        }

        @Test("Ruby text takes its own space above its base text")
        func ruby() async throws {
            let plain = try #require(try await drawn(ActiveCues("", "██████")).captionBounds.first)
            let drawn = try await drawn(ActiveCues("", "<ruby>██████<rt><c.red>███</c></rt></ruby>"))
            let place = try #require(drawn.captionBounds.first)
            #expect(place.height > plain.height * 1.3)
            #expect(abs(place.width - plain.width) < 2)
            #expect(drawn.pixels[Int(place.x + place.width / 2), Int(place.y + place.height * 0.2)] == 0xFF0000)
            #expect(drawn.pixels[Int(place.x + place.width / 2), Int(place.y + place.height * 0.7)] == 0xFFFFFF)
        }

        @Test("Regions hold their cues, have a background, and clip overflow")
        func regions() async throws {
            let head =
                "STYLE\n::cue-region(#r) { background-color: #008000 }\n\nREGION\nid:r\nwidth:50%\nlines:2\n"
                + "regionanchor:0%,0%\nviewportanchor:10%,10%\nscroll:up\n\n"
            let cues = (0..<3).map { "00:00.00\($0) --> 00:09.000 region:r align:left\n█" }.joined(separator: "\n\n")
            let drawn = try await drawn(ActiveCues(webVTT: head + cues))
            #expect(drawn.captionBounds.count == 3)
            #expect(drawn.pixels[300, 50] == 0x008000)
            // Two lines of 6% each, from 10% on.
            #expect(drawn.pixels[300, 34] == 0)
            #expect(drawn.pixels[300, 82] == 0)
            #expect(drawn.captionBounds[2].bottom < 82)
            #expect(drawn.captionBounds[0].y < 36)
            #expect(drawn.pixels[Int(drawn.captionBounds[0].x + drawn.captionBounds[0].width / 2), 30] == 0)
        }

        @Test("Image captions fill their regions, and an unreadable one does not affect the others")
        func images() async throws {
            let png = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg=="
            let head =
                "<head><metadata><smpte:image xml:id=\"i\" encoding=\"Base64\">\(png)</smpte:image>"
                + "<smpte:image xml:id=\"broken\" encoding=\"Base64\">\(png.prefix(48))</smpte:image></metadata><layout>"
                + "<region xml:id=\"r\" tts:origin=\"25% 50%\" tts:extent=\"50% 25%\"/></layout></head>"
            let body =
                "<body><div region=\"r\" begin=\"0s\" end=\"9s\" smpte:backgroundImage=\"#i\"/>"
                + "<div region=\"r\" begin=\"0s\" end=\"9s\" smpte:backgroundImage=\"#broken\"/></body>"
            let names =
                "xmlns=\"http://www.w3.org/ns/ttml\" xmlns:tts=\"http://www.w3.org/ns/ttml#styling\" "
                + "xmlns:smpte=\"http://www.smpte-ra.org/schemas/2052-1/2010/smpte-tt\""
            let drawn = try await drawn(ActiveCues("<tt \(names)>\(head)\(body)</tt>"))
            #expect(drawn.pixels[320, 200] == 0xFF0000)
            #expect(drawn.pixels[165, 185] == 0xFF0000)
            #expect(drawn.pixels[475, 265] == 0xFF0000)
            #expect(drawn.pixels[150, 200] == 0)
            #expect(drawn.pixels[320, 175] == 0)
        }

        @Test("Letters too large for the view are reduced instead of left out")
        func large() async throws {
            var style = CaptionStyle()
            style.preference.size = .huge
            let long = (0..<60).map { "word\($0)" }.joined(separator: " ")
            let places = try await drawn(ActiveCues("", long), style).captionBounds
            #expect(places.count == 1)
        }

        @Test("Captions are redrawn when their content, style or space changes, and not with the time")
        func economy() async throws {
            let player = ClockPlayer()
            player.isPlaying = true
            let view = PlayerView(player, pictures: PictureMailbox())
            try await withWindow(view) { _ in
                player.cues = ActiveCues("", "here")
                #expect(await eventually { !view.captions.drawnBounds.isEmpty })
                view.visibility.pointerLeft()
                // The controls disappear, and the captions take their space.
                #expect(await eventually { view.captions.bottomInset == 0 && (view.captions.drawnBounds.first?.bottom ?? 0) > 330 })
                await settle()
                let (drawings, evaluations) = (view.captions.drawings, view.bindingEvaluations)
                for second in 1...5 {
                    player.position = Double(second)
                    player.cues = ActiveCues("", "here")
                    await settle()
                }
                #expect(view.captions.drawings == drawings)
                #expect(view.bindingEvaluations - evaluations <= 5)
                player.cues = ActiveCues("", "there")
                #expect(await eventually { view.captions.drawings == drawings + 1 })
                player.captionStyle.preference.look = .yellow
                #expect(await eventually { view.captions.drawings == drawings + 2 })
            }
        }
    }
}
