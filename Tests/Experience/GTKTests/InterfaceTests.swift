// SPDX-License-Identifier: Apache-2.0

import CGTK
import Testing
import WindowboxMedia

@testable import WindowboxGTK

extension OnDisplay {
    @MainActor struct Interfaces {
        private let xml = """
            <interface>
              <object class="GtkBox" id="page">
                <property name="orientation">vertical</property>
                <child><object class="WindowboxPlayerView" id="player"><property name="vexpand">1</property></object></child>
                <child><object class="WindowboxVideoView" id="video"><property name="height-request">60</property></object></child>
              </object>
            </interface>
            """

        @Test("LB-23, MP-10: Views can be placed in a GtkBuilder interface, several of them on one player")
        func places() async throws {
            let interface = try Interface(xml: xml)
            let mailbox = PictureMailbox()
            let player = try interface.show(ClockPlayer(), pictures: mailbox, in: "player")
            let video = try interface.show(mailbox, in: "video")
            try await withWindow(interface.widget("page"), width: 640, height: 480) { _ in
                #expect(await eventually { player.width > 600 && player.height > 300 && video.height >= 60 })
                // MP-10: several views show one player.
                mailbox.post(PicturePool().plain(0x336699))
                #expect(await eventually { player.video.presentedFrames == 1 && video.presentedFrames == 1 })
                #expect(!player.layout.isOverCurrentContext)
            }
        }

        @Test("LB-23: An invalid interface or a missing widget is an error")
        func errors() throws {
            #expect(throws: InterfaceError.self) { try Interface(xml: "<interface><object class=\"NoSuchClass\"/></interface>") }
            let interface = try Interface(xml: xml)
            #expect(throws: InterfaceError.self) { try interface.widget("nobody") }
            #expect(throws: InterfaceError.self) { try interface.show(PictureMailbox(), in: "player") }
        }

        @Test("1.29: A view reports whether it covers its window, and whether that is full screen")
        func layout() async throws {
            let view = PlayerView(ClockPlayer(), pictures: PictureMailbox())
            var layouts: [LayoutInfo] = []
            view.onLayout = { layouts.append($0) }
            #expect(view.layout == .none)
            try await withWindow(view) { _ in
                #expect(await eventually { view.layout == LayoutInfo(isOverCurrentContext: true) })
                #expect(layouts == [view.layout])
            }
        }

        @Test("VK-6: A view can have custom controls for certain aspect ratios")
        func ownControls() async throws {
            let view = PlayerView(ClockPlayer(), pictures: PictureMailbox())
            let upright = Button("Upright") {}.align(horizontal: .start, vertical: .center)
            let wide = Button("Wide") {}.align(horizontal: .end, vertical: .center)
            view.addControl(upright, for: .portrait)
            view.addControl(wide, for: .landscape)
            try await withWindow(view, width: 640, height: 360) { _ in
                #expect(await eventually { wide.isMapped && !upright.isMapped })
            }
        }

        @Test("VK-6: The controls are placed in a given parent")
        func parent() async throws {
            let outside = Overlay(Box(.vertical).minimumSize(width: 640, height: 160))
            let view = PlayerView(ClockPlayer(), pictures: PictureMailbox(), controlsIn: outside)
            try await withWindow(
                Box(.vertical) {
                    view.expand(.horizontal, .vertical)
                    outside
                }, width: 640, height: 520
            ) { _ in
                #expect(await eventually { view.controls.height > 0 && outside.place(of: view.controls, x: 0, y: 0)!.y >= 0 })
                #expect(view.captions.bottomInset == 0)
            }
        }
    }
}
