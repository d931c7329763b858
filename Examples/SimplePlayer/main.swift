// SPDX-License-Identifier: Apache-2.0

// A complete player for one address:
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
    // The player posts frames to the mailbox; every view of the mailbox shows them.
    let pictures = PictureMailbox()

    // Audio goes to PulseAudio if it is available. The user enters the address, so plain HTTP is allowed.
    let sound: any AudioOutput = (try? PulseOutput()) ?? SilentOutput()
    let player = Player(
        items: [.simple(url: address)], videoOutputs: [MailboxOutput(pictures)], audioOutput: sound, transport: .allowingPlainHTTP)

    // The window has everything: controls, keys, captions, menus, full screen, and error messages.
    let window = PlayerWindow(application: application, PlayerModel(player), pictures: pictures)
    window.onClose { player.pause() }
    window.present()
    player.play()
}
exit(application.run())
