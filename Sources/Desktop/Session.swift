// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxDesktop
import WindowboxEngine
import WindowboxGTK
import WindowboxPlayer
import WindowboxTransport

/// What is played in one window.
@MainActor final class Session {
    private let player: Player
    private let pictures = PictureMailbox()
    private let network = NetworkWatch()
    private var desktop: DesktopServices?

    init(_ options: LaunchOptions) {
        let items = options.addresses.enumerated().map { index, address in
            index == 0 ? Self.item(address, title: options.title, start: options.start) : Self.item(address)
        }
        // What a person typed may be loaded, with or without TLS.
        player = Player(
            items: items, videoOutputs: [MailboxOutput(pictures) { StandardError.say("\($0)") }], audioOutput: Self.sound(),
            transport: RoutingTransport())
        player.playbackSpeed = options.speed
        network.follow(player)
    }

    func present(in application: Application) {
        let window = PlayerWindow(application: application, PlayerModel(player), pictures: pictures)
        window.onClose { self.player.pause() }
        window.present()
        do {
            desktop = try DesktopServices(
                player, onRaise: { [weak window] in window?.present() }, onQuit: { [weak window] in window?.close() })
        } catch { StandardError.say("no media keys: \(error)") }
        player.play()
    }

    private static func sound() -> any AudioOutput {
        do { return try PulseOutput(role: .video) } catch {
            StandardError.say("no sound: \(error)")
            return SilentOutput()
        }
    }

    /// Without a title the name of the file is one.
    private static func item(_ address: String, title: String? = nil, start: Double? = nil) -> PlayerItem {
        let url = URL(string: address).flatMap { $0.scheme == nil ? nil : $0 } ?? URL(filePath: address)
        let name = url.deletingPathExtension().lastPathComponent
        return .simple(
            url: url, metadata: PlayerMetadata(title: title ?? (name.isEmpty ? url.host() : name)),
            configuration: PlaybackConfiguration(start: start))
    }
}
