// SPDX-License-Identifier: Apache-2.0

import WindowboxDesktop
import WindowboxPlayer

/// What the desktop does for the one player of this program.
@MainActor struct DesktopServices {
    private let services: SystemServices
    private let inhibitor: IdleInhibitor

    /// - Throws: when there is no session bus.
    init(_ player: Player, onRaise: @escaping @MainActor () -> Void, onQuit: @escaping @MainActor () -> Void) throws {
        let bus = try BusConnection()
        let nowPlaying = NowPlaying(
            NowPlaying.Identity(name: "Windowbox", desktopEntry: "org.windowbox.Desktop", busName: "windowbox"), on: bus)
        nowPlaying.onRaise = onRaise
        nowPlaying.onQuit = onQuit
        services = SystemServices([nowPlaying])
        inhibitor = IdleInhibitor(on: bus, application: "Windowbox")
        try player.becomeActive(with: services)
        inhibitor.follow(player)
    }
}
