// SPDX-License-Identifier: Apache-2.0

// Two players side by side, each with its own clock, buffer and controls. The second one is muted.
//
//     swift run TwoPlayers https://example.com/left.m3u8 https://example.com/right.m3u8

import Foundation
import WindowboxEngine
import WindowboxGTK
import WindowboxPlayer
import WindowboxTransport

/// A player and its view.
@MainActor struct Side {
    let player: Player
    let view: PlayerView

    init(_ address: String, isMuted: Bool) {
        let pictures = PictureMailbox()
        let sound: any AudioOutput = (try? PulseOutput()) ?? SilentOutput()
        player = Player(
            items: [.simple(url: address)], videoOutputs: [MailboxOutput(pictures)], audioOutput: sound, transport: .allowingPlainHTTP)
        player.isMuted = isMuted
        view = PlayerView(PlayerModel(player), pictures: pictures)
        view.expand(.horizontal, .vertical)
    }
}

let addresses = Array(CommandLine.arguments.dropFirst())
guard addresses.count == 2 else {
    print("usage: TwoPlayers ADDRESS ADDRESS")
    exit(2)
}
let application = Application(id: "org.windowbox.TwoPlayers") { application in
    GTKStyleSheet.preferDark()
    let sides = [Side(addresses[0], isMuted: false), Side(addresses[1], isMuted: true)]
    let window = Window(application: application, title: "Two Players", width: 1200, height: 620)
    window.setContent(
        Box(.vertical) {
            HeaderBar(title: Label("Two Players"))
            Box(.horizontal, spacing: 2) {
                sides[0].view
                sides[1].view
            }
        })
    window.onClose { for side in sides { side.player.pause() } }
    window.present()
    for side in sides { side.player.play() }
}
exit(application.run())
