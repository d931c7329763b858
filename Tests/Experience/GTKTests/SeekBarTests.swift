// SPDX-License-Identifier: Apache-2.0

import CGTK
import Testing
import WindowboxKit
import WindowboxMedia
import WindowboxPlayer

@testable import WindowboxGTK

extension OnDisplay {
    @MainActor struct SeekBars {
        private let bar = SeekBar()

        @Test("The bar follows the player without sending seeks")
        func follows() {
            var seeks: [Double] = []
            bar.onSeek = { seeks.append($0) }
            #expect(!bar.isEnabled)
            bar.range = TimeRange(start: 100, end: 300)
            bar.position = 150
            #expect(bar.isEnabled)
            #expect(bar.shownPosition == 150)
            bar.position = 500
            #expect(bar.shownPosition == 300)
            bar.range = .zero
            #expect(!bar.isEnabled)
            #expect(seeks.isEmpty)
        }

        @Test("Position and range can be set in any order")
        func order() {
            bar.position = 42
            bar.range = TimeRange(start: 0, end: 100)
            #expect(bar.shownPosition == 42)
        }

        @Test("A pointer that rests where a seek landed shows the landed time")
        func hover() async throws {
            var reported: [Double?] = []
            bar.range = TimeRange(start: 0, end: 3600)
            bar.onHover = { reported.append($0) }
            try await withWindow(Box(.vertical) { bar.expand(.horizontal) }) { _ in
                let x = bar.x(of: 1800)
                bar.hover = x
                let first = try #require(reported.last ?? nil)
                #expect(abs(first - 1800) < 6)
                bar.position = 1801.7
                #expect(reported.last == 1801.7)
                bar.position = 100
                #expect(reported.last == first)
                bar.hover = nil
                #expect(reported.last == .some(nil))
            }
        }

        @Test("A pointer that rests on the bar while another item opens no longer has a time")
        func hoverAcrossItems() async throws {
            var reported: [Double?] = []
            bar.range = TimeRange(start: 0, end: 3600)
            bar.onHover = { reported.append($0) }
            try await withWindow(Box(.vertical) { bar.expand(.horizontal) }) { _ in
                bar.hover = bar.x(of: 1800)
                bar.range = .zero
                #expect(reported.last == .some(nil))
                bar.range = TimeRange(start: 0, end: 60)
                bar.position = 1
                #expect(reported.last == .some(nil))
            }
        }

        @Test("A bar bound to a tracker shows its time, and seeks while dragged and by keys")
        func bound() async throws {
            let film = try GeneratedStreams.named("file-start-mp4")
            let player = Player(items: [.simple(url: film.address)])
            let progress = ProgressTracker(interval: .milliseconds(100))
            progress.player = player
            bar.bind(to: progress)
            #expect(await eventually { bar.range.duration > 8 })
            #expect(bar.range == progress.timeRange)
            gtk_range_set_value(bar.cast(), 5)
            #expect(await eventually { abs((player.time ?? 0) - 5) < 0.1 })
            bar.onPreview?(3)
            #expect(progress.isInteracting)
            #expect(abs((progress.time ?? 0) - 3) < 0.01)
            bar.onSeek?(7)
            #expect(!progress.isInteracting)
            #expect(await eventually { abs((player.time ?? 0) - 7) < 0.1 })
        }

        @Test("A value set by keyboard or assistive technology is a seek")
        func seeks() {
            var seeks: [Double] = []
            bar.range = TimeRange(start: 0, end: 100)
            bar.onSeek = { seeks.append($0) }
            gtk_range_set_value(bar.cast(), 12.5)
            #expect(seeks == [12.5])
        }

        @Test("The bar draws the played, loaded and remaining parts")
        func draws() async throws {
            PlayerView.installStyle()
            let black = Box(.vertical) { bar.expand(.horizontal).align(vertical: .center) }.cssClass("player")
            bar.range = TimeRange(start: 0, end: 100)
            bar.position = 25
            bar.buffered = TimeRange(start: 20, end: 50)
            try await withWindow(black) { _ in
                let pixels = try #require(Pixels(of: bar))
                let middle = bar.height / 2
                @MainActor func brightness(_ fraction: Double) -> UInt32 {
                    pixels[Int(8 + fraction * Double(bar.width - 16)), middle] & 0xFF
                }
                #expect(brightness(0.1) > brightness(0.4))
                #expect(brightness(0.4) > brightness(0.8))
                #expect(brightness(0.8) > 0)
                #expect(brightness(0.25) == 255, "the knob")
            }
        }
    }
}
