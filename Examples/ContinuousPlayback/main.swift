// SPDX-License-Identifier: Apache-2.0

// Plays one item after the other, with time to cancel: at the end of an item, the next one is announced with a countdown.
//
//     swift run ContinuousPlayback https://example.com/part-1.m3u8 https://example.com/part-2.m3u8

import Foundation
import WindowboxEngine
import WindowboxGTK
import WindowboxPlayer
import WindowboxTransport

/// Advances some seconds after the end of an item, unless the user cancels.
@MainActor final class Continuation {
    private let player: Player
    private let view: PlayerView
    private let seconds = 8.0
    private var listening: Task<Void, Never>?
    private var countdown: Task<Void, Never>?

    init(_ player: Player, _ view: PlayerView) {
        (self.player, self.view) = (player, view)
        // The player stays at the end of an item; this program decides what follows.
        player.actionAtItemEnd = .pause
        view.onUpNext = { [weak self] answer in answer == .playNow ? self?.playNext() : self?.cancel() }
        listening = Task { [weak self, events = player.events] in
            for await event in events {
                switch event {
                case .didEnd: self?.announce()
                // The user has seeked back into the item that had ended.
                case .willSeek: self?.cancel()
                default: break
                }
            }
        }
    }

    private func announce() {
        guard let current = player.currentItem, let index = player.items.firstIndex(where: { $0 === current }),
            index + 1 < player.items.count
        else { return }
        view.upNext = UpNext(title: player.items[index + 1].metadata.title ?? "The next one", remaining: seconds)
        countdown = Task { [weak self, seconds] in
            try? await Task.sleep(for: .seconds(seconds))
            if !Task.isCancelled { self?.playNext() }
        }
    }

    private func cancel() {
        countdown?.cancel()
        view.upNext = nil
    }

    private func playNext() {
        cancel()
        player.advanceToNextItem()
        player.play()
    }
}

let addresses = CommandLine.arguments.dropFirst()
guard !addresses.isEmpty else {
    print("usage: ContinuousPlayback ADDRESS…")
    exit(2)
}
var continuation: Continuation?
let application = Application(id: "org.windowbox.ContinuousPlayback") { application in
    let pictures = PictureMailbox()
    let items = addresses.enumerated().map { index, address in
        PlayerItem.simple(url: address, metadata: PlayerMetadata(title: "Part \(index + 1)"))
    }
    let sound: any AudioOutput = (try? PulseOutput()) ?? SilentOutput()
    let player = Player(items: items, videoOutputs: [MailboxOutput(pictures)], audioOutput: sound, transport: .allowingPlainHTTP)
    let window = PlayerWindow(application: application, PlayerModel(player), pictures: pictures)
    continuation = Continuation(player, window.view)
    window.onClose { player.pause() }
    window.present()
    player.play()
}
exit(application.run())
