// SPDX-License-Identifier: Apache-2.0

import CGTK
import Foundation
import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxLibrary
import WindowboxMedia
import WindowboxPlayer

@testable import WindowboxGTK
@testable import windowbox_desktop

extension OnDisplay {
    /// Whole windows, and their components.
    @MainActor struct WindowLeaks {
        private let census = Census()

        private final class Row: ListRow<Int> {}

        @Test("No container or its content outlives its window")
        func containers() async throws {
            func open() async -> Bool {
                let list = ListView<Int>(name: "List") { [census] in
                    census.watch(Row(.horizontal))
                } onActivate: { _ in
                }
                list.items = [1, 2, 3]
                let cards = CardGrid(name: "Cards", columns: 2) { _ in }
                cards.show([("One", census.watch(Label("One")))])
                let pages = Pages([census.watch(Label("First")), census.watch(Label("Second"))], areApart: true)
                let flap = Flap(pages, pane: census.watch(Label("Pane")))
                let toasts = ToastOverlay(flap)
                let menu = census.watch(Menu())
                let menuButton = MenuModelButton(icon: "open-menu-symbolic", name: "Menu", menu: menu)
                let bubble = MenuButton(title: "Bubble", name: "Bubble", content: census.watch(Label("Content")))
                let views: [Widget] = [
                    list, cards, toasts, menuButton, bubble, Scrolled(census.watch(Label("Scrolled")), upTo: 40), ProgressBar(name: "Bar"),
                    Scale(0...1, step: 0.1, name: "Scale") { _ in }, ImageView(), ChoiceList(["One", "Two"], name: "Choice"),
                    Spinner(name: "Spinner"), Overlay(census.watch(Label("Under"))) { Label("Over") }, Icon("list-add-symbolic"),
                ]
                for view in views + [pages, flap] { census.watch(view) }
                let header = census.watch(HeaderBar(title: census.watch(Label("Title"))))
                let box = Box(.vertical) {
                    header
                    for view in views { view }
                }
                let window = census.watch(Window(title: "Containers", width: 500, height: 700))
                window.setContent(census.watch(box))
                window.present()
                let isShown = await eventually { list.isMapped && list.rows > 0 }
                toasts.show("A toast", button: "Undo") { [probe = census.watch(Label("held"))] in _ = probe }
                menuButton.isOpen = true
                await settle()
                menuButton.isOpen = false
                await settle()
                window.close()
                return isShown
            }
            #expect(await open())
            _ = await eventually { census.alive == 0 }
            #expect(census.rest == [])
        }

        @Test("The app's window is released completely, from the start page and from a video")
        func app() async throws {
            let film = try GeneratedStreams.named("file-film-mkv").url.absoluteString
            func open(_ addresses: [String]) async -> Bool {
                let session = census.watch(Session(library: Library(), audioOutput: SilentOutput()))
                let window = census.watch(MainWindow(session))
                for part in [window.view, window.startPage, window.playlist, window.statistics, window.flap] as [AnyObject] {
                    census.watch(part)
                }
                census.watch(session.player)
                census.watch(session.model)
                window.present()
                var isShown = await eventually { window.isMapped && window.width > 0 }
                if !addresses.isEmpty {
                    await window.open(addresses)
                    isShown = await eventually { window.view.video.presentedFrames > 1 } && isShown
                    window.statistics.isShown = true
                    window.flap.isOpen = true
                    await settle()
                }
                window.close()
                return isShown
            }
            for addresses in [[], [film]] {
                #expect(await open(addresses))
                _ = await eventually { census.alive == 0 }
                #expect(census.rest == [])
            }
        }

        @Test("Picture in picture is released with its content")
        func pictureInPicture() async throws {
            final class Owner: PictureInPictureDelegate {
                func pictureInPicture(_: PictureInPicture, restore done: @escaping @MainActor () -> Void) { done() }
            }
            func open() async throws -> Bool {
                let mailbox = PictureMailbox()
                mailbox.post(PicturePool().plain(0x00FF00))
                let small = census.watch(PictureInPicture(census.watch(ClockPlayer()), pictures: mailbox))
                let owner = census.watch(Owner())
                small.delegate = owner
                small.start()
                let isShown = await eventually { small.owner == .pictureInPicture }
                census.watch(census.watch(try #require(small.window)).video)
                small.stop()
                return isShown
            }
            #expect(try await open())
            _ = await eventually { census.alive == 0 }
            #expect(census.rest == [])
        }
    }
}
