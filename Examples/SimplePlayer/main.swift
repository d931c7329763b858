// SPDX-License-Identifier: Apache-2.0

// An address in, a complete player out:
//
//     swift run SimplePlayer https://example.com/film.m3u8

import Foundation
import WindowboxEngine
import WindowboxGTK
import WindowboxPlayer
import WindowboxTransport

guard let address = CommandLine.arguments.dropFirst().first else {
    print("usage: SimplePlayer ADDRESS")
    exit(2)
}

let application = Application(id: "org.windowbox.SimplePlayer") { application in
    // Pictures go from the player into the mailbox, and from there to every view that shows them.
    let pictures = PictureMailbox()

    // Sound goes to PulseAudio, or nowhere on a machine that has none. Whoever runs this types the
    // address, so plain HTTP is allowed.
    let sound: any AudioOutput = (try? PulseOutput()) ?? SilentOutput()
    let player = Player(
        items: [.simple(url: address)], videoOutputs: [MailboxOutput(pictures)], audioOutput: sound, transport: .allowingPlainHTTP)

    // The window has everything: controls, keys, captions, menus, full screen, and what to say when something is wrong.
    let window = PlayerWindow(application: application, PlayerModel(player), pictures: pictures)
    window.onClose { player.pause() }
    window.present()
    player.play()
}
exit(application.run())
