// SPDX-License-Identifier: Apache-2.0

import CGTK
import Foundation
import Testing
import WindowboxContract
import WindowboxFeedKit
import WindowboxMedia
import WindowboxPlayer

@testable import WindowboxFeed
@testable import WindowboxFeedViews
@testable import WindowboxGTK

extension OnDisplay {
    @MainActor struct FeedPlayerLooks {
        @Test("The channel's logo is on the page, and leads to the channel") func logo() async throws {
            let stage = try await FeedStage()
            stage.service.answer("/v1/channels/c1", VideoChannel(id: "c1", businessID: "b1", name: "Calm <b>mornings</b>", slug: "calm"))
            var asked: [String] = []
            stage.host.onChannel = { asked.append($0) }
            var configuration = FeedStage.staying
            configuration.logo = LogoConfiguration(.channelAggregator(encodedID: "c1"))
            let page = FeedPlayerPage(try await stage.feed(1), host: stage.host, configuration: configuration)
            try await withWindow(page, width: 400, height: 700) { _ in
                #expect(await eventually { button("Calm <b>mornings</b>", below: page) != nil })
                // Without an avatar, its initial is shown.
                #expect(texts(below: page).contains("C"))
                button("Calm <b>mornings</b>", below: page)?.click()
                #expect(await eventually { asked == ["c1"] })
            }
        }

        @Test("A missing or invalid channel has no logo") func noLogo() async throws {
            let stage = try await FeedStage()
            for id in ["gone", "../../admin"] {
                var configuration = FeedStage.staying
                configuration.logo = LogoConfiguration(.creator(encodedID: id))
                let page = FeedPlayerPage(try await stage.feed(1), host: stage.host, configuration: configuration)
                try await withWindow(page, width: 400, height: 700) { _ in
                    #expect(await eventually { page.state.hasPicture })
                    await settle()
                    #expect(page.chrome.logo?.isVisible != true)
                }
            }
            #expect(stage.service.calls.filter { $0.contains("/v1/channels/") } == ["GET /v1/channels/gone"])
        }

        @Test("Controls fade during playback without interaction, unless configured to stay") func fading() async throws {
            let stage = try await FeedStage()
            func page(_ delay: Double?) async throws -> FeedPlayerPage {
                var configuration = FeedStage.staying
                (configuration.controlsFadeOutDelay, configuration.videoCompleteAction) = (delay, .loop)
                return FeedPlayerPage(try await stage.feed(2), host: stage.host, configuration: configuration)
            }
            let fading = try await page(0.2)
            try await withWindow(fading, width: 400, height: 700) { _ in
                #expect(await eventually { fading.state.hasPicture && !fading.state.areControlsShown })
                #expect(await eventually { button("Close", below: fading) == nil })
                // Any user action shows them again.
                #expect(fading.pressed(KeyboardKey("m"), []))
                #expect(await eventually { fading.state.areControlsShown })
            }
            let staying = try await page(nil)
            try await withWindow(staying, width: 400, height: 700) { _ in
                #expect(await eventually { staying.state.hasPicture && staying.playback.player?.playbackState == .playing })
                staying.controls.visibility.pointerLeft()
                staying.controls.visibility.hide()
                await settle()
                #expect(staying.state.areControlsShown)
                #expect(button("Close", below: staying) != nil)
            }
        }

        @Test("A file replaces an icon, and an invalid image leaves the icon") func images() async throws {
            let stage = try await FeedStage()
            let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let (picture, text) = (folder.appending(path: "a.png"), folder.appending(path: "b.png"))
            try Data(PicturePool(capacity: 0).plain(0xFF22_CC22).png ?? []).write(to: picture)
            try Data("no picture".utf8).write(to: text)
            var configuration = FeedStage.staying
            configuration.buttons.close = .file(picture.path)
            configuration.buttons.mute = .file(text.path)
            let page = FeedPlayerPage(try await stage.feed(1), host: stage.host, configuration: configuration)
            try await withWindow(page, width: 400, height: 700) { _ in
                #expect(await eventually { button("Close", below: page) != nil && page.state.hasPicture })
                let (close, sound) = (try #require(button("Close", below: page)), try #require(button("Turn sound off", below: page)))
                #expect(close.hasImage)
                #expect(!sound.hasImage)
                #expect(sound.icon == "audio-volume-high-symbolic")
                // With the sound off it shows the default icon again, and with it on it retries the file.
                page.perform(.toggleSound)
                #expect(await eventually { sound.icon == "audio-volume-muted-symbolic" && !sound.hasImage })
            }
        }
    }
}
