// SPDX-License-Identifier: Apache-2.0

import CGTK
import Testing
import WindowboxContract

@testable import WindowboxFeed
@testable import WindowboxFeedViews
@testable import WindowboxGTK

extension OnDisplay {
    @MainActor struct Pulls {
        private func page(_ stage: FeedStage) async throws -> FeedPlayerPage {
            var configuration = FeedStage.staying
            configuration.scrollDirection = .vertical
            return FeedPlayerPage(try await stage.feed(3), host: stage.host, configuration: configuration)
        }

        @Test("The video follows the drag with the next one behind it, and both settle on release")
        func follow() async throws {
            let stage = try await FeedStage()
            let page = try await page(stage)
            try await withWindow(page, width: 360, height: 640) { _ in
                #expect(await eventually { page.state.hasPicture })
                let (first, next) = (page.slide, page.slides.coming(at: 1))
                page.pulled(-212)
                #expect(page.stage.displacement == -200)
                #expect(page.playback.index == 0)
                #expect(first?.isMapped == true)
                #expect(next?.isMapped == true)
                // The others are not visible.
                let others = page.pool.slides.filter { $0 !== first && $0 !== next }
                #expect(others.allSatisfy { !$0.isMapped })
                page.released(at: -212)
                #expect(page.playback.index == 1)
                #expect(page.slide === next)
                // It moves from where the hand released it.
                #expect(page.stage.displacement == Double(page.stage.height) - 200)
                #expect(await eventually { !page.stage.isMoving })
                #expect(next?.isMapped == true)
                #expect(first?.isMapped == false)
            }
        }

        @Test("A short drag goes back, and at the feed's end the video gives way a little")
        func back() async throws {
            let stage = try await FeedStage()
            let page = try await page(stage)
            try await withWindow(page, width: 360, height: 640) { _ in
                #expect(await eventually { page.state.hasPicture })
                page.pulled(-32)
                #expect(page.stage.displacement == -20)
                page.released(at: -32)
                #expect(page.playback.index == 0)
                #expect(await eventually { !page.stage.isMoving && page.stage.displacement == 0 })
                page.pulled(212)
                #expect(page.stage.displacement == 50)
                page.released(at: nil)
                #expect(page.playback.index == 0)
                #expect(await eventually { !page.stage.isMoving })
            }
        }

        @Test("Touchpad fingers drag the video, and lifting them decides whether it advances")
        func pad() async throws {
            let stage = try await FeedStage()
            let page = try await page(stage)
            try await withWindow(page, width: 360, height: 640) { _ in
                #expect(await eventually { page.state.hasPicture })
                #expect(page.padMoved(.began))
                for _ in 0..<4 { #expect(page.padMoved(.moved(x: 0, y: 5))) }
                #expect(page.stage.displacement == -8)
                #expect(page.playback.index == 0)
                for _ in 0..<40 { _ = page.padMoved(.moved(x: 1, y: 5)) }
                #expect(page.stage.displacement == -208)
                #expect(page.padMoved(.ended))
                #expect(page.playback.index == 1)
                #expect(await eventually { !page.stage.isMoving })
                // Across, many pixels make one step of a wheel.
                for _ in 0..<39 { _ = page.padMoved(.moved(x: 1, y: 0)) }
                #expect(page.playback.index == 1)
                #expect(page.stage.displacement == 0)
                for _ in 0..<9 { _ = page.padMoved(.moved(x: 1, y: 0)) }
                #expect(page.playback.index == 2)
            }
        }
    }
}
