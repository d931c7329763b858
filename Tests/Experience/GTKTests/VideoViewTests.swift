// SPDX-License-Identifier: Apache-2.0

import CGTK
import Foundation
import Testing
import WindowboxMedia

@testable import WindowboxGTK

extension OnDisplay {
    @MainActor struct VideoViews {
        private let pool = PicturePool()
        private let mailbox = PictureMailbox()
        private static let colors: [UInt32] = [0xFF0000, 0x00FF00, 0x0000FF, 0xFFFFFF]

        @Test("A posted frame is shown with black bars")
        func shows() async throws {
            let view = VideoView(mailbox)
            try await withWindow(view, width: 640, height: 480) { _ in
                mailbox.post(pool.quarters(PixelSize(width: 128, height: 72), Self.colors))
                #expect(await eventually { view.presentedFrames == 1 })
                let rectangle = try #require(view.pictureRectangle)
                #expect(abs(rectangle.width / rectangle.height - 16.0 / 9) < 0.01)
                let pixels = try #require(Pixels(of: view))
                let (left, right) = (Int(rectangle.x + rectangle.width / 4), Int(rectangle.x + rectangle.width * 3 / 4))
                let (top, bottom) = (Int(rectangle.y + rectangle.height / 4), Int(rectangle.y + rectangle.height * 3 / 4))
                #expect([pixels[left, top], pixels[right, top], pixels[left, bottom], pixels[right, bottom]] == Self.colors)
                #expect(pixels[view.width / 2, 2] == 0)
                #expect(pixels[view.width / 2, view.height - 2] == 0)
            }
        }

        @Test("Each new frame is drawn once, and nothing in between")
        func countsFrames() async throws {
            let view = VideoView(mailbox)
            try await withWindow(view) { _ in
                for number in 1...5 {
                    mailbox.post(pool.plain(UInt32(number)))
                    #expect(await eventually { view.presentedFrames == number })
                }
                view.redraw()
                await settle()
                #expect(view.presentedFrames == 5)
            }
        }

        @Test("When frames arrive too fast, the newest is shown")
        func newestWins() async throws {
            let view = VideoView(mailbox)
            try await withWindow(view) { _ in
                for number in 1...100 { mailbox.post(pool.plain(UInt32(number))) }
                #expect(await eventually { view.presentedFrames > 0 })
                #expect(view.presentedFrames < 100)
                let pixels = try #require(Pixels(of: view))
                #expect(pixels[view.width / 2, view.height / 2] == 100)
            }
        }

        @Test("Clearing makes the view black")
        func clears() async throws {
            let view = VideoView(mailbox)
            try await withWindow(view) { _ in
                mailbox.post(pool.plain(0x123456))
                #expect(await eventually { view.pictureRectangle != nil })
                mailbox.clear()
                #expect(await eventually { view.pictureRectangle == nil })
                let pixels = try #require(Pixels(of: view))
                #expect(pixels[view.width / 2, view.height / 2] == 0)
            }
        }

        @Test("Several views show one mailbox")
        func severalViews() async throws {
            let views = [VideoView(mailbox), VideoView(mailbox)]
            let row = Box(.horizontal) { for view in views { view.expand(.horizontal, .vertical) } }
            try await withWindow(row) { _ in
                mailbox.post(pool.plain(0x00FF00))
                #expect(await eventually { views.allSatisfy { $0.presentedFrames == 1 } })
            }
        }

        @Test("A view that fills crops the frame")
        func fills() async throws {
            let view = VideoView(mailbox)
            view.gravity = .fill
            try await withWindow(view, width: 400, height: 400) { _ in
                mailbox.post(pool.quarters(PixelSize(width: 128, height: 72), Self.colors))
                #expect(await eventually { view.presentedFrames == 1 })
                let rectangle = try #require(view.pictureRectangle)
                #expect(rectangle.x < 0)
                #expect(rectangle.width > Double(view.width))
                let pixels = try #require(Pixels(of: view))
                #expect(pixels[2, 2] == Self.colors[0])
                #expect(pixels[view.width - 3, view.height - 3] == Self.colors[3])
            }
        }

        @Test("Frames with too few bytes are not shown")
        func badPictures() async throws {
            final class Bad: Picture {
                let size: PixelSize
                let stride: Int
                init(width: Int, height: Int, stride: Int) { (size, self.stride) = (PixelSize(width: width, height: height), stride) }
                func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
                    try withUnsafeTemporaryAllocation(byteCount: 16, alignment: 4) { try body(UnsafeRawBufferPointer($0)) }
                }
            }
            let view = VideoView(mailbox)
            try await withWindow(view) { _ in
                for bad in [
                    Bad(width: 100, height: 100, stride: 400), Bad(width: 2, height: 1, stride: 4), Bad(width: 1, height: 1, stride: 5),
                    Bad(width: 0, height: 0, stride: 0), Bad(width: -1, height: -1, stride: -4),
                ] {
                    mailbox.post(bad)
                    await settle()
                    #expect(view.presentedFrames == 0)
                }
            }
        }

        @Test("A released view costs the mailbox nothing")
        func viewGoes() async throws {
            weak var gone: VideoView?
            func show() async throws {
                let view = VideoView(mailbox)
                gone = view
                try await withWindow(view) { _ in
                    mailbox.post(pool.plain(1))
                    #expect(await eventually { view.presentedFrames == 1 })
                }
            }
            try await show()
            #expect(await eventually { gone == nil })
            mailbox.post(pool.plain(2))
            await settle()
        }

        @Test("Cropping a frame leaves the rest unchanged", arguments: [0, 90], [true, false])
        func cut(_ rotation: Int, smoothly: Bool) throws {
            let picture = pool.quarters(PixelSize(width: 40, height: 20), Self.colors, orientation: DisplayOrientation(rotation: rotation))
            let label = Label()
            let rectangle = Rectangle(x: -13, y: -7.5, width: 133, height: 91)
            let visible = Rectangle(x: 10, y: 4, width: 70, height: 50)
            for path in [RenderPath.software, .graphics] {
                let image = try #require(PictureImage(picture, path: path))
                func pixels(_ visible: Rectangle?) throws -> Pixels {
                    try #require(
                        Pixels(width: 128, height: 96) {
                            image.draw(on: Canvas(snapshot: $0, owner: label.widget), in: rectangle, visible: visible, smoothly: smoothly)
                        })
                }
                let (whole, part) = (try pixels(nil), try pixels(visible))
                for (x, y) in [(10, 4), (79, 53), (10, 53), (79, 4), (45, 29), (60, 40)] { #expect(part[x, y] == whole[x, y]) }
                for (x, y) in [(9, 20), (80, 20), (40, 3), (40, 54)] { #expect(part[x, y] == 0 && whole[x, y] != 0) }
            }
        }

        @Test("Both render paths give the same output, for every rotation and mirroring", arguments: [0, 90, 180, 270], [false, true])
        func pathsAgree(_ rotation: Int, isMirrored: Bool) throws {
            let orientation = DisplayOrientation(rotation: rotation, isMirrored: isMirrored)
            let picture = pool.quarters(PixelSize(width: 64, height: 32), Self.colors, orientation: orientation)
            // The quarters after a rotation: top left, top right, bottom left, bottom right.
            let turned = [0: [0, 1, 2, 3], 90: [2, 0, 3, 1], 180: [3, 2, 1, 0], 270: [1, 3, 0, 2]][rotation]!
            let order = isMirrored ? [1, 0, 3, 2].map { turned[$0] } : turned
            let (width, height) = rotation % 180 == 0 ? (128, 64) : (64, 128)
            let label = Label()
            for path in [RenderPath.software, .graphics] {
                let image = try #require(PictureImage(picture, path: path))
                let pixels = try #require(
                    Pixels(width: width, height: height) {
                        let rectangle = Rectangle(x: 0, y: 0, width: Double(width), height: Double(height))
                        image.draw(on: Canvas(snapshot: $0, owner: label.widget), in: rectangle, smoothly: false)
                    })
                let seen = [(1, 1), (3, 1), (1, 3), (3, 3)].map { pixels[width * $0 / 4, height * $1 / 4] }
                #expect(seen == order.map { Self.colors[$0] }, "\(path)")
            }
        }

        @Test("OpenGL renderer names distinguish software from graphics cards")
        func rendererNames() throws {
            #expect(RenderPath.isSoftware("llvmpipe (LLVM 15.0.6, 256 bits)"))
            #expect(RenderPath.isSoftware(nil))
            #expect(!RenderPath.isSoftware("Mesa Intel(R) UHD Graphics 620 (KBL GT2)"))
            let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            #expect(!RenderPath.hasGraphics(in: folder.path))
            try FileManager.default.createDirectory(at: folder.appending(path: "dri"), withIntermediateDirectories: true)
            #expect(RenderPath.hasGraphics(in: folder.path))
        }
    }
}
