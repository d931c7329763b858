// SPDX-License-Identifier: Apache-2.0

import CGTK
import Testing
import WindowboxMedia
import WindowboxTransport

@testable import WindowboxFeedViews
@testable import WindowboxGTK

extension OnDisplay {
    @MainActor struct Slides {
        @Test("The backdrop follows the video's frames, and the poster while that is shown")
        func backdrop() async throws {
            let (pictures, pool) = (PictureMailbox(), PicturePool())
            let slide = Slide(pictures, PosterStore(RoutingTransport()))
            try await withWindow(slide, width: 600, height: 300) { _ in
                @MainActor func red() -> UInt32? { slide.backdrop.picture?.withUnsafeBytes { $0.load(as: UInt32.self) >> 16 & 0xFF } }
                slide.begin()
                slide.refreshBackdrop()
                #expect(slide.backdrop.picture == nil)
                pictures.post(pool.plain(0xFFFF_0000, PixelSize(width: 90, height: 160)))
                slide.ready()
                try #require(await eventually { !slide.isPosterShown && slide.video.gravity == .fit })
                slide.refreshBackdrop()
                #expect(red() == 0x6B)
                pictures.post(pool.plain(0xFF00_0000, PixelSize(width: 90, height: 160)))
                for _ in 0..<20 { slide.refreshBackdrop() }
                #expect(red().map { $0 < 2 } == true)
            }
        }
    }
}
