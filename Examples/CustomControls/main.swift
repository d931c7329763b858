// SPDX-License-Identifier: Apache-2.0

// Custom controls below a video: a button, a bar and a clock.
//
//     swift run CustomControls https://example.com/film.m3u8

import Foundation
import WindowboxEngine
import WindowboxGTK
import WindowboxPlayer
import WindowboxTransport

/// The video, and the three controls below it.
@MainActor func makeContent(_ player: Player, _ pictures: PictureMailbox) -> Widget {
    // Tracks the position, and the position chosen while the user drags the bar.
    let progress = ProgressTracker(interval: .milliseconds(200))
    progress.player = player

    // A bound property is evaluated again only when something that its expression read has changed.
    let play = Button(icon: "media-playback-start-symbolic", name: "Play") { player.togglePlayPause() }
        .bind(\.icon) { player.shouldPlay ? "media-playback-pause-symbolic" : "media-playback-start-symbolic" }
        .bind(\.name) { player.shouldPlay ? "Pause" : "Play" }

    let bar = SeekBar().expand(.horizontal).accessibleName("Position").bind(to: progress)

    let clock = Label().bind(\.text) { Duration.seconds(progress.time ?? 0).formatted(.time(pattern: .minuteSecond)) }

    return Box(.vertical) {
        HeaderBar(title: Label("Custom Controls"))
        VideoView(pictures).expand(.horizontal, .vertical)
        Box(.horizontal, spacing: 12) {
            play
            bar
            clock
        }.cssClass("toolbar")
    }
}

guard let address = CommandLine.arguments.dropFirst().first else {
    print("usage: CustomControls ADDRESS")
    exit(2)
}
let application = Application(id: "org.windowbox.CustomControls") { application in
    let pictures = PictureMailbox()
    let sound: any AudioOutput = (try? PulseOutput()) ?? SilentOutput()
    let player = Player(
        items: [.simple(url: address)], videoOutputs: [MailboxOutput(pictures)], audioOutput: sound, transport: .allowingPlainHTTP)
    let window = Window(application: application, title: "Custom Controls", width: 960, height: 640)
    window.setContent(makeContent(player, pictures))
    window.onClose { player.pause() }
    window.present()
    player.play()
}
exit(application.run())
