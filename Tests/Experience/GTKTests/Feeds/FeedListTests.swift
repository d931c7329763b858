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
    @MainActor struct FeedLists {
        private final class NumberCell: ItemCell<Int> {
            let label = Label()
            override func show(_ item: Int?) { label.text = item.map(String.init) ?? "" }
        }

        private func numbers(_ arrangement: ItemArrangement, _ onActivate: @escaping @MainActor (Int) -> Void = { _ in }) -> ItemList<Int> {
            let list = ItemList<Int>(
                arrangement, name: "Numbers", title: { "Number \($0)" },
                makeCell: {
                    let cell = NumberCell(.vertical)
                    cell.append(cell.label)
                    cell.minimumSize(width: 80, height: 120)
                    return cell
                }, onActivate: onActivate)
            list.expand(.horizontal, .vertical)
            return list
        }

        @Test("A hundred thousand items need cells only for the visible ones", arguments: [ItemArrangement.row, .grid(columns: 4)])
        func length(_ arrangement: ItemArrangement) async throws {
            let list = numbers(arrangement)
            list.items = Array(0..<100_000)
            var seen: [Int: Double] = [:]
            list.onSeen = { seen = $0 }
            try await withWindow(Box(.vertical) { list }, width: 480, height: 360) { _ in
                #expect(await eventually { seen[0] != nil })
                let made = list.cells
                #expect(made < 400)
                list.scroll(to: 70_000)
                #expect(await eventually { seen[70_000] != nil && seen[0] == nil })
                #expect(list.cells < made + 400)
                #expect((list.cell(at: 70_000) as? NumberCell)?.label.text == "70000")
            }
        }

        @Test("Thumbnails show posters and titles, and a click reports the item")
        func thumbnails() async throws {
            let stage = try await FeedStage()
            let layout = FeedLayout.grid(columns: 2)
            let feed = try await stage.feed(6, configuration: .videoFeed(VideoFeedConfiguration(), layout: layout)) { video, index in
                if index == 1 { video.products = [.init(id: "p1", position: 0)] }
            }
            var (told, opened): ([String], [Int]) = ([], [])
            stage.host.onThumbnail = { told.append($0.id) }
            let view = VideoFeedView(feed, host: stage.host)
            view.onOpen = { opened.append($0) }
            try await withWindow(view, width: 480, height: 600) { _ in
                let list = try #require(view.list)
                #expect(await eventually { list.cell(at: 0)?.still.picture != nil })
                // One file for all, in one size.
                #expect(stage.host.posters.fetches == 1)
                #expect(texts(below: view).contains("Video v0"))
                let still = try #require(list.cell(at: 0)?.still)
                #expect(await eventually { still.width > 150 && abs(Double(still.height) - Double(still.width) * 1.5) <= 2 })
                let pixels = try #require(Pixels(of: still))
                #expect(pixels[still.width / 4, still.height / 4] == 0xCC2222)
                guard let process = try await AccessibilityTree.ofThisProcess() else {
                    return withKnownIssue("no accessibility bus") { Issue.record("not tested") }
                }
                let outline = await process.outline
                #expect(outline.keys.contains { $0.hasSuffix(": Video v2") && !$0.hasPrefix("label") })
                view.list?.choose(2)
                #expect(opened == [2])
                #expect(told == ["v2"])
            }
        }

        @Test("A focused thumbnail plays its preview, and stops when focus moves or previews are off")
        func previews() async throws {
            let stage = try await FeedStage()
            let moving = "data:image/gif;base64," + Data(gif([0x00FF00, 0x0000FF])).base64EncodedString()
            for isWanted in [true, false] {
                var look = VideoFeedConfiguration()
                look.itemView.isPreviewEnabled = isWanted
                let feed = try await stage.feed(4, configuration: .videoFeed(look, layout: .grid(columns: 2))) { video, index in
                    video.gifURL = index == 3 ? nil : moving
                }
                let view = VideoFeedView(feed, host: stage.host)
                try await withWindow(view, width: 480, height: 600) { window in
                    let list = try #require(view.list)
                    #expect(await eventually { list.cell(at: 3)?.still.picture != nil })
                    @MainActor func focus(_ index: Int) { gtk_widget_grab_focus(gtk_widget_get_parent(list.cell(at: index)!.widget)) }
                    focus(1)
                    if isWanted { #expect(await eventually { list.cell(at: 1)?.still.preview != nil }) } else { await settle() }
                    #expect((list.cell(at: 1)?.still.preview != nil) == isWanted)
                    #expect(list.cell(at: 0)?.still.preview == nil)
                    focus(3)
                    #expect(await eventually { list.cell(at: 1)?.still.preview == nil })
                    #expect(list.cell(at: 3)?.still.preview == nil)
                }
            }
        }

        @Test(
            "A service failure during a feed is shown at the list's end, and loading continues on retry",
            arguments: [false, true])
        func deadInTheMiddle(_ isPlayer: Bool) async throws {
            let stage = try await FeedStage()
            var page = FeedPage.sample(["v0", "v1"], next: "/next")
            for index in page.items.indices { page.items[index].video?.posterURL = FeedStage.poster }
            stage.service.answer("/v1/feeds", page)
            stage.service.fail("/next", .dead)
            let feed = Feed(.channelVideos("c1"), configuration: .videoFeed(layout: .grid(columns: 2)), sdk: stage.host.sdk)
            let words = "The service can’t be reached. Check the connection, then try again."
            if isPlayer {
                let player = FeedPlayerPage(feed, at: 1, host: stage.host, configuration: FeedStage.staying)
                try await withWindow(player, width: 400, height: 600) { _ in
                    #expect(await eventually { feed.problem != nil && player.playback.index == 1 })
                    // Nothing is announced that the user had not waited for.
                    #expect(player.note.text.isEmpty)
                    #expect(player.playback.next())
                    #expect(await eventually { player.note.text == words })
                    stage.service.answer("/next", FeedPage.sample(["v2"]))
                    #expect(
                        await eventually {
                            if !player.playback.isWaitingForMore { player.playback.next() }
                            return player.playback.index == 2 && feed.problem == nil
                        })
                }
            } else {
                let view = VideoFeedView(feed, host: stage.host)
                try await withWindow(view, width: 480, height: 600) { _ in
                    #expect(await eventually { texts(below: view).contains(words) })
                    #expect(feed.items.count == 2)
                    if let process = try await AccessibilityTree.ofThisProcess() {
                        #expect(await process.outline.keys.contains { $0.hasSuffix(": \(words)") })
                    }
                    stage.service.answer("/next", FeedPage.sample(["v2"]))
                    #expect(
                        await eventually {
                            button("Try again", below: view)?.click()
                            return feed.items.count == 3 && !texts(below: view).contains(words)
                        })
                }
            }
        }

        @Test("A long press plays a thumbnail's preview without opening it") func held() async throws {
            let stage = try await FeedStage()
            let moving = "data:image/gif;base64," + Data(gif([0x00FF00, 0x0000FF])).base64EncodedString()
            let feed = try await stage.feed(2, configuration: .videoFeed(layout: .grid(columns: 2))) { video, _ in video.gifURL = moving }
            let view = VideoFeedView(feed, host: stage.host)
            var opened: [Int] = []
            view.onOpen = { opened.append($0) }
            try await withWindow(view, width: 480, height: 600) { _ in
                let list = try #require(view.list)
                #expect(await eventually { list.cell(at: 1)?.still.picture != nil })
                let cell = try #require(list.cell(at: 1))
                let finger = try #require(Self.holdGesture(of: cell))
                emit(finger, "pressed", 5.0, 5.0)
                #expect(await eventually { cell.still.preview != nil })
                emit(finger, "end", false)
                #expect(cell.still.preview == nil)
                #expect(opened.isEmpty)
            }
        }

        /// The long-press gesture of a widget.
        private static func holdGesture(of widget: WindowboxGTK.Widget) -> Object? {
            let controllers = gtk_widget_observe_controllers(widget.widget)
            defer { g_object_unref(UnsafeMutableRawPointer(controllers)) }
            for index in 0..<g_list_model_get_n_items(controllers) {
                guard let controller = g_list_model_get_item(controllers, index) else { continue }
                let found = Object(adopting: controller.opaque)
                if String(cString: g_type_name_from_instance(found.cast())) == "GtkGestureLongPress" { return found }
            }
            return nil
        }

        @Test("The most visible thumbnail autoplays muted, and pauses when covered")
        func autoplay() async throws {
            let stage = try await FeedStage()
            var look = VideoFeedConfiguration()
            look.itemView.autoplay.isEnabled = true
            let feed = try await stage.feed(6, stream: "vod-cmaf", configuration: .videoFeed(look, layout: .grid(columns: 2)))
            let view = VideoFeedView(feed, host: stage.host)
            try await withWindow(view, width: 480, height: 600) { _ in
                #expect(await eventually { view.list?.inline?.playback.player?.rate ?? 0 > 0 })
                let inline = try #require(view.list?.inline)
                #expect(inline.index == 0)
                #expect(inline.playback.player?.isMuted == true)
                #expect(view.list?.cell(at: 0)?.slide != nil)
                view.setCovered(true)
                #expect(inline.playback.player?.shouldPlay == false)
                view.setCovered(false)
                #expect(inline.playback.player?.shouldPlay == true)
            }
        }

        @Test("An invalid or oversized image shows nothing and is not requested again")
        func broken() async throws {
            let stage = try await FeedStage()
            let posters = stage.host.posters
            for _ in 0..<2 {
                var (isAnswered, hasPicture) = (false, false)
                let request = posters.request("data:text/plain,hello", covering: PixelSize(width: 100, height: 100)) {
                    (isAnswered, hasPicture) = (true, $0 != nil)
                    MainContext.shared.turned()
                }
                #expect(await eventually { isAnswered })
                #expect(!hasPicture)
                withExtendedLifetime(request) {}
            }
            #expect(posters.fetches == 1)
            #expect(posters.bytes == 0)
        }
    }
}
