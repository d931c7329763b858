// SPDX-License-Identifier: Apache-2.0

import CGTK
import Testing
import WindowboxContract
import WindowboxMedia

@testable import WindowboxFeed
@testable import WindowboxFeedViews
@testable import WindowboxGTK

extension OnDisplay {
    /// The view shows what a configuration says.
    @MainActor struct FeedLooks {
        @Test("Captions have the configured colours, overridden by the user's")
        func captions() async throws {
            let stage = try await FeedStage()
            var configuration = FeedStage.staying
            configuration.subtitles.textColor = Color(0xFF0000)
            configuration.subtitles.backgroundColor = .clear
            let page = FeedPlayerPage(try await stage.feed(1), host: stage.host, configuration: configuration)
            try await withWindow(page, width: 360, height: 640) { _ in
                #expect(await eventually { page.state.hasPicture })
                let style = try #require(page.slide).captions.overlay.style
                #expect(style.color == Color(red: 1, green: 0, blue: 0))
                #expect(style.background.alpha == 0)
            }
        }

        @Test("The sheet lists the actions for a video in the dialog style, and the brand unless hidden")
        func sheet() async throws {
            let stage = try await FeedStage()
            var configuration = FeedStage.staying
            func page(_ change: (inout PlayerViewConfiguration) -> Void) async throws -> FeedPlayerPage {
                change(&configuration)
                return FeedPlayerPage(try await stage.feed(1), host: stage.host, configuration: configuration)
            }
            func said(_ page: FeedPlayerPage) -> [String] {
                var found: [String] = []
                BindingCounts.visit(page.chrome.more) { widget in
                    if let button = widget as? Button, button.isVisible { found.append(button.says) }
                    if let label = widget as? Label { found.append(label.text) }
                }
                return found
            }
            let whole = try await page { _ in }
            #expect(await eventually { whole.chrome.more.isVisible } && said(whole).contains("Share"))
            #expect(said(whole).contains { $0.contains("Windowbox") })
            let plain = try await page { ($0.isBrandingHidden, $0.isShareButtonHidden) = (true, true) }
            #expect(!said(plain).contains("Share"))
            #expect(!said(plain).contains { $0.contains("Windowbox") })
            #expect(!(try await page { $0.isMoreButtonHidden = true }).chrome.more.isVisible)
            let logo = try await page { ($0.isMoreButtonHidden, $0.logo) = (false, LogoConfiguration(.creator(encodedID: "c1"))) }
            #expect(!logo.chrome.more.isVisible)
        }

        @Test("A player without a video offers neither share nor mute")
        func nothing() async throws {
            let stage = try await FeedStage()
            let page = FeedPlayerPage(try await stage.feed(0), host: stage.host, configuration: FeedStage.staying)
            try await withWindow(page, width: 360, height: 640) { _ in
                #expect(await eventually { texts(below: page).contains("There is nothing to watch yet") })
                let said = texts(below: page)
                #expect(said.contains("Close"))
                #expect(!said.contains("Share"))
                #expect(!said.contains("Mute"))
                #expect(!said.contains("More"))
            }
        }

        @Test("The swipe hint appears once, and never when hints are off")
        func hint() async throws {
            let stage = try await FeedStage()
            stage.host.knowsSwiping = false
            var calls = 0
            stage.host.onKnowsSwiping = { calls += 1 }
            let feed = try await stage.feed(2)
            var configuration = FeedStage.staying
            configuration.showsTooltips = false
            _ = FeedPlayerPage(feed, host: stage.host, configuration: configuration)
            #expect(calls == 0)
            let page = FeedPlayerPage(feed, host: stage.host, configuration: FeedStage.staying)
            #expect(calls == 1)
            #expect(page.note.text == stage.host.sdk.language.text(.swipeHint))
            _ = FeedPlayerPage(feed, host: stage.host, configuration: FeedStage.staying)
            #expect(calls == 1)
        }

        @Test("Picture in picture uses the feed's language")
        func smallWindow() async throws {
            let stage = try await FeedStage(language: "ar")
            let texts = PictureInPictureTexts(stage.host.sdk.language)
            #expect(texts.isRightToLeft)
            #expect(texts.play == stage.host.sdk.language.text(.play))
            #expect(texts.back != PictureInPictureTexts().back)
        }
    }
}
