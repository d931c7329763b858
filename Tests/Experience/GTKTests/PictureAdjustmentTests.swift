// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxGTK

@Suite("Picture adjustments")
@MainActor struct PictureAdjustmentTests {
    private let picture = PicturePool().picture(PixelSize(width: 160, height: 90)) { _, _ in }

    private func place(_ change: (inout PictureAdjustment) -> Void) -> Rectangle {
        var adjustment = PictureAdjustment()
        change(&adjustment)
        return adjustment.placement(of: picture, width: 640, height: 480)
    }

    @Test("Adjustments change the aspect ratio, rotate, and zoom beyond the view")
    func placement() {
        #expect(place { _ in } == Rectangle(x: 0, y: 60, width: 640, height: 360))
        #expect(place { $0.aspectRatio = 4.0 / 3 } == Rectangle(x: 0, y: 0, width: 640, height: 480))
        #expect(place { $0.aspectRatio = 1 } == Rectangle(x: 80, y: 0, width: 480, height: 480))
        #expect(place { $0.orientation = .init(rotation: 90) } == Rectangle(x: 185, y: 0, width: 270, height: 480))
        #expect(place { $0.zoom = 2 } == Rectangle(x: -320, y: -120, width: 1280, height: 720))
        #expect(place { $0.zoom = 0.5 } == Rectangle(x: 160, y: 150, width: 320, height: 180))
        // The aspect ratio is that of the picture before it is rotated.
        let turned = place {
            $0.aspectRatio = 2
            $0.orientation = .init(rotation: 270)
        }
        #expect(turned == Rectangle(x: 200, y: 0, width: 240, height: 480))
    }

    @Test("Cropping shows the middle part of the picture, as large as the view allows")
    func cropping() {
        var adjustment = PictureAdjustment()
        adjustment.crop = 2
        // 16:9 in a view of 4:3: the part is as wide as the view, and the picture is higher than the part.
        let part = adjustment.placement(of: picture, width: 640, height: 480)
        #expect(part == Rectangle(x: 0, y: 80, width: 640, height: 320))
        #expect(adjustment.whole(of: picture, showing: part) == Rectangle(x: 0, y: 60, width: 640, height: 360))
        adjustment.crop = 4.0 / 3
        let narrow = adjustment.placement(of: picture, width: 640, height: 480)
        #expect(narrow == Rectangle(x: 0, y: 0, width: 640, height: 480))
        #expect(adjustment.whole(of: picture, showing: narrow) == Rectangle(x: -107, y: 0, width: 853, height: 480))
        adjustment.zoom = 0.5
        #expect(adjustment.placement(of: picture, width: 640, height: 480) == Rectangle(x: 160, y: 120, width: 320, height: 240))
        adjustment.crop = nil
        #expect(adjustment.whole(of: picture, showing: part) == part)
        for ratio in [0, -1, 1000, .infinity, .nan] {
            adjustment.crop = ratio
            #expect(adjustment.crop == nil, "\(ratio)")
        }
    }

    @Test("Invalid values are clamped or ignored")
    func limits() {
        var adjustment = PictureAdjustment()
        for zoom in [0, -1, 100, .infinity, .nan] {
            adjustment.zoom = zoom
            #expect((0.25...4).contains(adjustment.zoom), "\(zoom)")
        }
        for ratio in [0, -1, 1000, .infinity, .nan] {
            adjustment.aspectRatio = ratio
            #expect(adjustment.aspectRatio == nil, "\(ratio)")
        }
    }

    @Test("Keys change adjustments and show the new value")
    func changes() {
        let adjustments = PictureAdjustments()
        #expect(adjustments.make(.nextAspectRatio) == "Aspect Ratio: 1:1")
        let ratios = (1..<PictureChoice.ratios.count).map { _ in adjustments.make(.nextAspectRatio) }
        #expect(ratios.last == "Aspect Ratio: Original")
        #expect(adjustments.current == PictureAdjustment())
        #expect(adjustments.make(.nextCrop) == "Crop: 4:3")
        let crops = (1..<PictureChoice.crops.count).map { _ in adjustments.make(.nextCrop) }
        #expect(crops.last == "Crop: None")
        #expect(adjustments.current == PictureAdjustment())
        #expect(adjustments.make(.zoom(1)) == "Zoom: 125 %")
        #expect(adjustments.make(.zoom(-2)) == "Zoom: 75 %")
        #expect(adjustments.make(.zoom(-9)) == "Zoom: 50 %")
        #expect(adjustments.make(.zoom(99)) == "Zoom: 400 %")
        #expect(adjustments.make(.normalZoom) == "Zoom: 100 %")
        #expect(adjustments.make(.turn(-1)) == "Rotation: 90° Counterclockwise")
        #expect(adjustments.make(.turn(-1)) == "Rotation: 180°")
        adjustments.current.orientation = DisplayOrientation(isMirrored: true)
        // A mirrored picture is still rotated in the direction of the key.
        #expect(adjustments.make(.turn(1)) == "Rotation: 270°, mirrored")
    }
}

extension OnDisplay {
    @MainActor struct AdjustedPictures {
        private let player = ClockPlayer()
        private let pool = PicturePool()
        private let mailbox = PictureMailbox()
        private static let colors: [UInt32] = [0xFF0000, 0x00FF00, 0x0000FF, 0xFFFFFF]

        private func withView(_ body: (PlayerView, AccessibilityTree.Element) async throws -> Void) async throws {
            player.offered = [
                .deinterlacing: Choices(["Off", "Automatic", "Always"], selection: 1), .nightMode: Choices(["Off", "On"], selection: 0),
            ]
            let view = PlayerView(player, pictures: mailbox)
            try await withWindow(view, width: 960, height: 540) { _ in
                mailbox.post(pool.quarters(PixelSize(width: 64, height: 36), Self.colors))
                try #require(await eventually { view.video.presentedFrames == 1 })
                await settle()
                let process = try #require(await AccessibilityTree.ofThisProcess(), "run with dbus-run-session and at-spi2-core")
                try await body(view, process)
            }
        }

        /// The colours of the quarters from the top left to the bottom right.
        private func quarters(_ view: VideoView) -> [UInt32] {
            guard let rectangle = view.pictureRectangle, let pixels = Pixels(of: view) else { return [] }
            return [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)].map {
                pixels[Int(rectangle.x + rectangle.width * $0), Int(rectangle.y + rectangle.height * $1)]
            }
        }

        @Test("The menu rotates, zooms and changes the aspect ratio, with accessible labels")
        func menu() async throws {
            try await withView { view, process in
                await process.outline["button: Settings"]?.press()
                let menu = view.controls.settings
                try #require(await eventually { menu.isOpen && menu.isMapped })
                await settle()
                await process.outline["button: Picture: Original"]?.press()
                #expect(await eventually { menu.page == .picture })
                await settle()
                await process.outline["radio: 4:3"]?.press()
                #expect(await eventually { view.video.pictureRectangle.map { abs($0.width / $0.height - 4.0 / 3) < 0.01 } == true })
                await process.outline["radio: 90° Clockwise"]?.press()
                let order = [2, 0, 3, 1].map { Self.colors[$0] }
                #expect(await eventually { quarters(view.video) == order })
                await process.outline["radio: 50 %"]?.press()
                #expect(await eventually { view.video.pictureRectangle?.height == (Double(view.video.height) / 2).rounded() })
                await process.outline["radio: Always"]?.press()
                #expect(await eventually { player.offered[.deinterlacing]?.selection == 2 })
                #expect(menu.isOpen)
                await process.outline["button: Back to Settings"]?.press()
                #expect(await eventually { menu.page == nil })
                await settle()
                #expect(await process.outline.keys.contains("button: Picture: 4:3, 50 %, 90° Clockwise"))
                menu.isOpen = false
                await settle()
            }
        }

        @Test("The volume goes above 100 % in the menu too, with night mode beside it")
        func volume() async throws {
            try await withView { view, process in
                await process.outline["button: Settings"]?.press()
                let menu = view.controls.settings
                try #require(await eventually { menu.isOpen && menu.isMapped })
                await settle()
                await process.outline["button: Volume: 100 %"]?.press()
                #expect(await eventually { menu.page == .volume })
                await settle()
                await process.outline["radio: 150 %"]?.press()
                await process.outline["radio: On"]?.press()
                #expect(await eventually { player.volume == 1.5 && player.offered[.nightMode]?.selection == 1 })
                await process.outline["button: Back to Settings"]?.press()
                #expect(await eventually { menu.page == nil })
                await settle()
                #expect(await process.outline.keys.contains("button: Volume: 150 %, night mode"))
                menu.isOpen = false
                await settle()
            }
        }

        @Test("Keys adjust the video with a message, and do nothing for audio")
        func keys() async throws {
            try await withView { view, _ in
                #expect(view.pressed(KeyboardKey("r"), []))
                #expect(view.messages.note.text == "Rotation: 90° Clockwise")
                #expect(await eventually { view.video.pictureRectangle.map { $0.width < $0.height } == true })
                #expect(view.pressed(KeyboardKey("+"), .control))
                #expect(view.messages.note.text == "Zoom: 125 %")
                #expect(view.pressed(KeyboardKey("D"), []))
                #expect(view.messages.note.text == "Deinterlacing: Always")
                #expect(player.offered[.deinterlacing]?.selection == 2)
                #expect(view.pressed(KeyboardKey("N"), []))
                #expect(view.messages.note.text == "Night Mode: On")
                // Tracks wrap around, amounts are limited.
                player.offered[.audio] = Choices(["Deutsch", "English"], selection: 1)
                player.delays = [.captions: 0, .audio: 0]
                player.offered[.captionPosition] = Choices(["Bottom", "3 % Higher"], selection: 0)
                #expect(view.pressed(KeyboardKey("b"), []))
                #expect(player.offered[.audio]?.selection == 0)
                #expect(view.pressed(KeyboardKey("g"), []))
                #expect(view.messages.note.text == "Subtitle Delay: −0.05 s")
                for _ in 0..<2 { #expect(view.pressed(KeyboardKey("h"), [])) }
                #expect(view.messages.note.text == "Subtitle Delay: +0.05 s")
                #expect(view.pressed(KeyboardKey("G"), []))
                #expect(view.messages.note.text == "Audio Delay: −0.05 s")
                #expect(view.pressed(KeyboardKey("H"), []))
                #expect(view.messages.note.text == "Audio Delay: None")
                player.delays[.captions] = 10
                #expect(view.pressed(KeyboardKey("h"), []))
                #expect(player.delays[.captions] == 10)
                player.delays[.captions] = nil
                #expect(view.pressed(KeyboardKey("h"), []))
                #expect(player.delays[.captions] == nil)
                for _ in 0..<2 { #expect(view.pressed(.up, .control)) }
                #expect(view.messages.note.text == "Position: 3 % Higher")
                for _ in 0..<2 { #expect(view.pressed(.down, .control)) }
                #expect(player.offered[.captionPosition]?.selection == 0)
                #expect(view.pressed(KeyboardKey("c"), []))
                #expect(view.messages.note.text == "Crop: 4:3")
                #expect(view.pressed(KeyboardKey("l"), []))
                #expect(view.messages.note.text == "Repeat from 0:00")
                player.isAudioOnly = true
                #expect(SettingsPage.Section.picture(.zoom).choices(of: player, view.video.adjustments).isEmpty)
            }
        }
    }
}
