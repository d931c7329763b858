// SPDX-License-Identifier: Apache-2.0

import CGTK
import Testing

@testable import WindowboxGTK

/// Counts objects that are alive.
@MainActor private final class Census {
    private var objects: [() -> Bool] = []
    private final class Weak {
        weak var object: AnyObject?
        init(_ object: AnyObject) { self.object = object }
    }

    @discardableResult func watch<O: AnyObject>(_ object: O) -> O {
        let weak = Weak(object)
        objects.append { weak.object != nil }
        return object
    }

    var alive: Int { objects.count { $0() } }
}

private final class Probe {}

extension OnDisplay {
    @MainActor struct Leaks {
        private let census = Census()

        @Test("A widget that nobody holds is gone")
        func unparented() {
            census.watch(Label("x"))
            #expect(census.alive == 0)
        }

        @Test("A widget lives as long as its parent does, with its Swift state")
        func parentKeepsChild() {
            var box: Box? = Box(.vertical)
            box?.append(census.watch(VideoView(PictureMailbox())))
            #expect(census.alive == 1)
            box = nil
            #expect(census.alive == 0)
        }

        @Test("There is one Swift object per GObject")
        func identity() {
            let label = Label("x")
            #expect(Object.existing(label.raw, as: Label.self) === label)
        }

        @Test("What a handler captured goes with its widget")
        func handlerGoesWithWidget() {
            func make() { _ = Button("x") { [probe = census.watch(Probe())] in _ = probe } }
            make()
            #expect(census.alive == 0)
        }

        @Test("Disconnecting releases what the handler captured")
        func disconnect() {
            let label = Label("x")
            func connect() -> Connection {
                label.on("notify::label") { [probe = census.watch(Probe())] (_: UnsafeMutableRawPointer) in _ = probe }
            }
            let connection = connect()
            #expect(census.alive == 1)
            connection.disconnect()
            connection.disconnect()
            #expect(census.alive == 0)
        }

        @Test("A closed player window leaves nothing behind")
        func playerWindow() async throws {
            let player = ClockPlayer()
            let mailbox = PictureMailbox()
            func open() async -> Bool {
                let window = census.watch(PlayerWindow(player, pictures: mailbox))
                census.watch(window.view)
                census.watch(window.view.video)
                census.watch(window.view.controls!)
                census.watch(window.view.controls.seekBar)
                census.watch(window.view.note)
                window.present()
                let isShown = await eventually { window.view.video.isMapped }
                window.view.note.show("x")
                player.isBusy = true
                window.close()
                return isShown
            }
            #expect(await open())
            #expect(await eventually { census.alive == 0 })
        }

        @Test("A window may close with its menu open")
        func openMenu() async throws {
            func open() async -> Bool {
                let window = census.watch(PlayerWindow(ClockPlayer(), pictures: PictureMailbox()))
                window.present()
                let isShown = await eventually { window.view.video.isMapped }
                window.view.controls.speed.isOpen = true
                await settle()
                window.close()
                return isShown
            }
            #expect(await open())
            #expect(await eventually { census.alive == 0 })
        }

        @Test("A released timer does not fire")
        func timer() async {
            var fired: [String] = []
            _ = MainLoop.after(seconds: 0) { fired.append("released") }
            let kept = MainLoop.after(seconds: 0) { fired.append("kept") }
            #expect(await eventually { !fired.isEmpty })
            #expect(fired == ["kept"])
            kept.cancel()
        }
    }
}
