// SPDX-License-Identifier: Apache-2.0

import CGTK
import Foundation
import Testing
import WindowboxCaptions
import WindowboxContract
import WindowboxFeedKit
import WindowboxMedia

@testable import WindowboxFeed
@testable import WindowboxFeedViews
@testable import WindowboxGTK

extension OnDisplay {
    @MainActor struct LiveLayers {
        private func stage(
            _ stream: LiveStream = LayerStage.live(), language: String = "en", settings: ItemOverlays.Settings = .init(),
            _ change: (LiveScript, inout FeedVideo) -> Void = { _, _ in }
        ) async throws -> LayerStage {
            var player = FeedStage.staying
            player.countdownTimer.isHidden = false
            return try await LayerStage(language: language, settings: settings, player: player) { service, video in
                (video.type, video.liveStatus, video.liveStreamID) = (.liveStream, stream.status, stream.id)
                service.calls.answer("/v1/live_streams/l1", stream)
                change(service, &video)
            }
        }

        private func connected(_ stage: LayerStage) async throws {
            #expect(await eventually { entry("Write a message", below: stage.page) != nil })
            #expect(await eventually { stage.service.calls.calls.contains("GET /v1/live_streams/l1") })
        }

        @Test("LIVE-11 A chat shows messages of others as text, and sends the viewer's") func chat() async throws {
            let stage = try await stage { service, _ in
                var own = ChatMessage(id: "own", guestID: "me", username: "Me", text: "hello")
                own.isPrivate = false
                service.calls.answer("/v1/live_streams/l1/messages", own)
            }
            try await withWindow(stage.page, width: 400, height: 720) { _ in
                try await connected(stage)
                let hostile: JSONValue = [
                    "id": "m1", "guest_id": "g", "username": "Eve\u{202E}", "text": "<b>bold</b> &amp;", "private": false, "deleted": false,
                ]
                #expect(await reported(stage, .chatAdded, hostile) { texts(below: stage.page).contains("<b>bold</b> &amp;") })
                #expect(texts(below: stage.page).contains("Eve"))
                let line = try #require(entry("Write a message", below: stage.page))
                line.text = "hello"
                button("Send", below: stage.page)?.click()
                #expect(await eventually { texts(below: stage.page).contains("hello") && line.text.isEmpty })
                guard let process = try await AccessibilityTree.ofThisProcess() else {
                    return withKnownIssue("no accessibility bus") { Issue.record("not tested") }
                }
                let names = Set(await process.outline.keys)
                #expect(names.contains("log: Chat"))
                #expect(names.contains { $0.hasSuffix(": Eve: <b>bold</b> &amp;") })
                #expect(await reported(stage, .chatRemoved, ["id": "m1"]) { !texts(below: stage.page).contains("<b>bold</b> &amp;") })
            }
        }

        @Test("A message that can't be sent stays in the field with the reason") func refused() async throws {
            let stage = try await stage { service, _ in
                service.calls.fail("/v1/live_streams/l1/messages", ServiceError(APIError(.rateLimited, "slow"), retryAfter: 5))
            }
            try await withWindow(stage.page, width: 400, height: 720) { _ in
                try await connected(stage)
                let line = try #require(entry("Write a message", below: stage.page))
                line.text = "again"
                button("Send", below: stage.page)?.click()
                #expect(await eventually { texts(below: stage.page).contains("Wait a moment before you write again") })
                #expect(line.text == "again")
            }
        }

        @Test("LIVE-12 Viewers, likes, announcements and a lost connection are shown") func header() async throws {
            let stage = try await stage()
            try await withWindow(stage.page, width: 400, height: 720) { _ in
                try await connected(stage)
                // "Live now" is shown only once, by the layers, which follow the stream's state.
                #expect(texts(below: stage.page).filter { $0 == "Live now" }.count == 1)
                #expect(await reported(stage, .viewers, ["count": 1200]) { texts(below: stage.page).contains("1.2K viewers") })
                #expect(
                    await reported(stage, .announcement, ["text": "Hi <i>all</i>"]) { texts(below: stage.page).contains("Hi <i>all</i>") })
                stage.service.calls.answer("/v1/live_streams/l1/likes", LikesAnswer(likes: 8))
                button("Send a heart", below: stage.page)?.click()
                #expect(await eventually { texts(below: stage.page).contains("8") })
                stage.service.cut()
                #expect(await eventually { texts(below: stage.page).contains("Connection lost. Reconnecting…") })
            }
        }

        @Test("With large text on a narrow page announcements leave the arrow free, and nothing overflows")
        func largeLetters() async throws {
            let letters = Object(borrowing: gtk_settings_get_default()!.raw)
            let resolution: Property<Int32> = "gtk-xft-dpi"
            let usual: Int32 = letters[resolution]
            letters[resolution] = 2 * 96 * 1024
            defer { letters[resolution] = usual }
            let text = "Everything is 20 % off today"
            let stage = try await stage(LayerStage.live { ($0.viewers, $0.announcement) = (1_234_567, text) }, language: "de")
            try await withWindow(stage.page, width: 380, height: 710) { _ in
                let texts = stage.host.sdk.language
                #expect(await eventually { entry(texts.text(.writeMessage), below: stage.page) != nil && stage.service.isOpen })
                for index in 0..<4 {
                    let said: JSONValue = [
                        "id": .string("m\(index)"), "guest_id": "g", "username": "Ann", "text": .string("Hello \(index)"), "private": false,
                        "deleted": false,
                    ]
                    stage.service.send(.chatAdded, said)
                }
                let arrow = try #require(button(texts.text(.next), below: stage.page))
                @MainActor func label(_ isIt: (String) -> Bool) -> WindowboxGTK.Widget? {
                    var found: WindowboxGTK.Widget?
                    BindingCounts.visit(stage.page) { if let label = $0 as? Label, label.isMapped, isIt(label.text) { found = label } }
                    return found
                }
                @MainActor func end(_ widget: WindowboxGTK.Widget) -> Double {
                    (stage.page.place(of: widget, x: 0, y: 0)?.x ?? .infinity) + Double(widget.width)
                }
                // The chat pushes the arrow up to the captions.
                #expect(
                    await eventually {
                        guard let words = label({ $0 == text }) else { return false }
                        return end(words) <= stage.page.place(of: arrow, x: 0, y: 0)?.x ?? 0
                    })
                let viewers = try #require(label { $0.contains("Zuschauer") })
                #expect(end(viewers) <= 380)
                #expect(stage.page.width <= 380)
                let name = try #require(label { $0 == "Video v1" })
                let foot = try #require(stage.page.place(of: name, x: 0, y: 0)?.y) + Double(name.height)
                #expect(foot <= 710)
                #expect(stage.page.height <= 710)
                // The last message is visible, above the text entry.
                @MainActor func top(_ widget: WindowboxGTK.Widget?) -> Double? {
                    widget.flatMap { stage.page.place(of: $0, x: 0, y: 0)?.y }
                }
                #expect(
                    await eventually {
                        guard let last = top(label { $0 == "Hello 3" }), let line = top(entry(texts.text(.writeMessage), below: stage.page))
                        else { return false }
                        return last < line
                    })
            }
        }

        @Test("LIVE-13 A locked stream asks for its code, reports a wrong one, and opens with the right one") func code() async throws {
            let stage = try await stage { service, video in
                video.locked = true
                service.calls.fail("/v1/live_streams/l1/unlock", ServiceError(APIError(.incorrectAccessCode, "no")))
                service.calls.answer("/v1/live_streams/l1/unlock", UnlockAnswer(unlockToken: "u"))
            }
            try await withWindow(stage.page, width: 400, height: 720) { _ in
                #expect(await eventually { entry("Enter the access code", below: stage.page) != nil })
                let code = try #require(entry("Enter the access code", below: stage.page))
                code.text = "1234"
                button("Unlock", below: stage.page)?.click()
                #expect(await eventually { texts(below: stage.page).contains("Incorrect code") })
                code.text = "4321"
                button("Unlock", below: stage.page)?.click()
                #expect(await eventually { entry("Write a message", below: stage.page) != nil })
                #expect(stage.host.sdk.unlockedStreams.isUnlocked("l1"))
            }
        }

        @Test("LIVE-14 Before the start there is a countdown, and a reminder becomes a calendar file") func reminder() async throws {
            var settings = ItemOverlays.Settings()
            settings.calendars = FileManager.default.temporaryDirectory.appending(path: "wb-remind-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: settings.calendars) }
            let start = LayerStage.live("l1", .idle) { $0.scheduledAt = Date().addingTimeInterval(1800) }
            let stage = try await stage(start, settings: settings) { service, _ in
                service.calls.answer("/v1/live_streams/l1/calendar.ics", PlainText("BEGIN:VCALENDAR"))
            }
            var files: [URL] = []
            stage.overlays.onReminder = { files.append($0) }
            try await withWindow(stage.page, width: 400, height: 720) { _ in
                #expect(await eventually { texts(below: stage.page).contains { $0.hasPrefix("Live in \u{2068}") } })
                button("Remind me", below: stage.page)?.click()
                #expect(await eventually { files.count == 1 })
                let entry = try String(contentsOf: try #require(files.first), encoding: .utf8)
                #expect(entry == "BEGIN:VCALENDAR")
                #expect(await eventually { button("Remind me", below: stage.page) == nil })
            }
        }

        @Test("GAME-2 A poll takes one tap, its results have bars, and an earlier entry is reported") func poll()
            async throws
        {
            let stage = try await stage { service, _ in
                service.calls.answer(
                    "/v1/videos/v1/interactions/i1/entries",
                    InteractionEntry(id: "e", guestID: "g", createdAt: Date(timeIntervalSince1970: 0)))
                service.calls.fail("/v1/videos/v1/interactions/i2/entries", ServiceError(APIError(.alreadyEntered, "again")))
            }
            try await withWindow(stage.page, width: 400, height: 720) { _ in
                try await connected(stage)
                let poll: (String) -> JSONValue = { id in
                    [
                        "id": .string(id), "live_stream_id": "l1", "type": "poll", "prompt": "Which?", "state": "active",
                        "options": [["id": "a", "text": "Red"], ["id": "b", "text": "<i>Blue"]], "collect_email": false, "winner_count": 0,
                        "results": ["entries": 4, "choices": ["a": 1, "b": 3], "winners": []],
                    ]
                }
                #expect(await reported(stage, .interactionLaunched, poll("i1")) { button("<i>Blue", below: stage.page) != nil })
                button("<i>Blue", below: stage.page)?.click()
                #expect(await eventually { texts(below: stage.page).contains("75 %") })
                #expect(texts(below: stage.page).contains("Thank you for taking part"))
                #expect(await reported(stage, .interactionLaunched, poll("i2")) { button("Red", below: stage.page) != nil })
                button("Red", below: stage.page)?.click()
                #expect(await eventually { texts(below: stage.page).contains("You have already taken part") })
            }
        }

        @Test("LIVE-20 Live captions appear like other captions, and the captions button turns them off") func words()
            async throws
        {
            let stage = try await stage()
            try await withWindow(stage.page, width: 400, height: 720) { _ in
                try await connected(stage)
                let captions = try #require(stage.page.slide).captions.overlay
                #expect(!stage.page.chrome.captions.isVisible)
                #expect(
                    await reported(stage, .subtitle, ["lang": "en", "text": "Good <b>evening</b>"]) {
                        captions.cues.texts == ["Good <b>evening</b>"] && !captions.drawnBounds.isEmpty
                    })
                // Above the content at the bottom, like other captions, once the page shows its captions button.
                #expect(
                    await eventually {
                        captions.drawnBounds.first.map { $0.bottom <= Double(captions.height) - captions.bottomInset } ?? false
                    })
                if let process = try await AccessibilityTree.ofThisProcess() {
                    #expect(await process.outline.keys.contains { $0.hasSuffix(": Good <b>evening</b>") })
                }
                #expect(stage.page.chrome.captions.isVisible)
                stage.page.perform(.toggleCaptions)
                #expect(await eventually { captions.cues.isEmpty })
                stage.page.perform(.toggleCaptions)
                #expect(await eventually { !captions.cues.isEmpty })
                #expect(await reported(stage, .subtitle, ["lang": "en", "text": ""]) { captions.cues.isEmpty })
                #expect(await reported(stage, .subtitle, ["lang": "en", "text": "Again"]) { captions.cues.texts == ["Again"] })
                // The next item does not mention it.
                stage.page.go(by: 1)
                #expect(await eventually { stage.page.pool.slides.allSatisfy { $0.captions.overlay.cues.isEmpty } })
            }
        }

        @Test("GAME-6 Links of a game and its terms go to the app, or else open, unless unsafe")
        func links() async throws {
            let stage = try await stage()
            var (asked, opened): ([GameLink], [String]) = ([], [])
            var isHandled = true
            stage.overlays.onGameLink = {
                asked.append($0)
                return isHandled
            }
            stage.host.onOpenAddress = { opened.append($0) }
            func game(_ id: String, terms: String, state: String = "active") -> JSONValue {
                [
                    "id": .string(id), "live_stream_id": "l1", "type": "giveaway", "prompt": "Win?", "state": .string(state), "options": [],
                    "collect_email": true, "winner_count": 1, "terms": ["url": .string(terms), "required": true, "name": "Rules"],
                ]
            }
            try await withWindow(stage.page, width: 400, height: 720) { _ in
                try await connected(stage)
                let read = "Read the terms: Rules"
                #expect(
                    await reported(stage, .interactionLaunched, game("i1", terms: "https://x.example/terms")) {
                        button(read, below: stage.page) != nil
                    })
                button(read, below: stage.page)?.click()
                #expect(await eventually { asked.map(\.address) == ["https://x.example/terms"] && opened.isEmpty })
                isHandled = false
                button(read, below: stage.page)?.click()
                #expect(await eventually { opened == ["https://x.example/terms"] })
                #expect(
                    await reported(stage, .interactionEnded, game("i1", terms: "", state: "ended")) {
                        button(read, below: stage.page) == nil
                    })
                #expect(
                    await reported(stage, .interactionLaunched, game("i2", terms: "file:///etc/passwd")) {
                        button(read, below: stage.page) != nil
                    })
                button(read, below: stage.page)?.click()
                #expect(await eventually { asked.count == 3 })
                await settle()
                #expect(opened.count == 1)
            }
        }

        /// Sends a message on the socket until it is shown, because the socket may not be open yet.
        private func reported(
            _ stage: LayerStage, _ type: SocketMessageType, _ data: JSONValue, _ condition: () -> Bool
        ) async -> Bool {
            guard await eventually({ stage.service.isOpen }) else { return false }
            stage.service.send(type, data)
            return await eventually(condition)
        }

        private func entry(_ name: String, below widget: WindowboxGTK.Widget) -> Entry? {
            var found: Entry?
            BindingCounts.visit(widget) { widget in
                if found == nil, widget.isMapped, let entry = widget as? Entry, entry.placeholder == name { found = entry }
            }
            return found
        }
    }
}
