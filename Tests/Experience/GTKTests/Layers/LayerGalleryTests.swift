// SPDX-License-Identifier: Apache-2.0

import CGTK
import Foundation
import Testing
import WindowboxContract
import WindowboxFeedKit

@testable import WindowboxFeed
@testable import WindowboxFeedViews
@testable import WindowboxGTK

extension OnDisplay {
    /// Pictures of shops and live streams over a video, for people to look at: into the folder that `WINDOWBOX_GALLERY` names.
    @MainActor struct LayerGallery {
        private nonisolated static let folder = ProcessInfo.processInfo.environment["WINDOWBOX_GALLERY"]

        private func keep(_ view: WindowboxGTK.Widget, as name: String) async throws {
            await settle()
            await rest(seconds: 0.4)
            try #require(await eventually { Pixels(of: view) != nil })
            let pixels = try #require(Pixels(of: view))
            try Data(pixels.png ?? []).write(to: URL(filePath: Self.folder!).appending(path: name + ".png"))
        }

        private func take(
            _ name: String, language: String = "en", isDark: Bool = true, width: Int = 390, height: Int = 700, opensProduct: Bool = false
        ) async throws {
            StyleSheet.show(dark: isDark)
            let stage = try await LayerStage(language: language) { service, video in
                video.posterURL = FeedStage.poster
                video.products = [.init(id: "p1", position: 0), .init(id: "p2", position: 1)]
                var shirt = LayerStage.shirt()
                shirt.description = "Washed cotton, made to last. <i>Not italic.</i>"
                service.calls.answer("/v1/videos/v1/products", ResourceList(data: [shirt, .sample("p2")]))
            }
            let texts = stage.host.sdk.language
            try await withWindow(stage.page, width: width, height: height) { _ in
                let all = texts.text(.products, count: 2)
                #expect(await eventually { button(all, below: stage.page) != nil })
                if opensProduct {
                    button(texts.text(.showProduct, ["name": "Shirt <b>bold</b>"]), below: stage.page)?.click()
                    #expect(await eventually { button(texts.text(.addToCart), below: stage.page) != nil })
                }
                try await keep(stage.page, as: name)
            }
        }

        private func takeLive(_ name: String, language: String = "en", width: Int = 390, height: Int = 700) async throws {
            let stream = LayerStage.live { ($0.viewers, $0.likes, $0.announcement) = (1200, 34, "Everything is 20 % off today") }
            let stage = try await LayerStage(language: language) { service, video in
                video.posterURL = FeedStage.poster
                (video.type, video.liveStatus, video.liveStreamID) = (.liveStream, .live, "l1")
                service.calls.answer("/v1/live_streams/l1", stream)
            }
            try await withWindow(stage.page, width: width, height: height) { _ in
                #expect(await eventually { stage.service.isOpen })
                for (index, text) in ["Hello all!", "مرحبا بالجميع", "<b>How much</b> is the shirt?", "10 €, until noon"].enumerated() {
                    stage.service.tell(
                        .chatAdded,
                        [
                            "id": .string("m\(index)"), "guest_id": "g", "username": .string(index == 3 ? "Shop" : "Ann"),
                            "text": .string(text), "private": false, "deleted": false, "host": .bool(index == 3),
                        ])
                }
                stage.service.tell(
                    .interactionLaunched,
                    [
                        "id": "i1", "live_stream_id": "l1", "type": "giveaway", "prompt": "Win a shirt: which colour?", "state": "active",
                        "options": [["id": "a", "text": "Red"], ["id": "b", "text": "Blue"]], "collect_email": true, "winner_count": 1,
                        "terms": ["url": "https://example.org", "required": true, "name": "Terms"],
                    ])
                let mail = stage.host.sdk.language.text(.takePart)
                #expect(await eventually { button(mail, below: stage.page) != nil })
                try await keep(stage.page, as: name)
                button(stage.host.sdk.language.text(.close), below: stage.page)?.click()
            }
        }

        private func takePanel(_ name: String, _ stream: LiveStream, isLocked: Bool = false) async throws {
            var player = FeedStage.staying
            player.countdownTimer.isHidden = false
            let stage = try await LayerStage(player: player) { service, video in
                video.posterURL = FeedStage.poster
                (video.type, video.liveStatus, video.liveStreamID, video.locked) = (.liveStream, stream.status, "l1", isLocked)
                service.calls.answer("/v1/live_streams/l1", stream)
            }
            try await withWindow(stage.page, width: 390, height: 700) { _ in
                #expect(await eventually { stage.service.calls.calls.contains("GET /v1/live_streams/l1") })
                try await keep(stage.page, as: name)
            }
        }

        @Test("Shops and live streams in their states", .enabled(if: folder != nil, "set WINDOWBOX_GALLERY")) func pictures() async throws {
            try await take("layers-products")
            try await take("layers-product-dark", opensProduct: true)
            try await take("layers-product-light", isDark: false, opensProduct: true)
            try await take("layers-product-wide", width: 1000, height: 600, opensProduct: true)
            try await take("layers-product-arabic", language: "ar", opensProduct: true)
            try await takeLive("layers-live")
            try await takeLive("layers-live-wide", width: 1000, height: 600)
            try await takeLive("layers-live-arabic", language: "ar")
            try await takePanel("layers-locked", LayerStage.live(), isLocked: true)
            try await takePanel("layers-countdown", LayerStage.live("l1", .idle) { $0.scheduledAt = Date().addingTimeInterval(1800) })
            StyleSheet.preferDark()
        }
    }
}
