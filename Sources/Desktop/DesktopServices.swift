// SPDX-License-Identifier: Apache-2.0

import WindowboxDesktop
import WindowboxPlayer

/// The desktop integration of the program's only player.
@MainActor struct DesktopServices {
    private let services: SystemServices
    private let inhibitor: IdleInhibitor

    /// - Parameter more: additional system services for the active player.
    /// - Throws: if there is no session bus; services that don't need it work anyway.
    init(
        _ player: Player, more: [any SystemService], onRaise: @escaping @MainActor () -> Void, onQuit: @escaping @MainActor () -> Void
    ) throws {
        let bus: BusConnection
        do { bus = try BusConnection() } catch {
            try? player.becomeActive(with: SystemServices(more))
            throw error
        }
        let nowPlaying = NowPlaying(
            NowPlaying.Identity(name: "Windowbox", desktopEntry: "org.windowbox.Desktop", busName: "windowbox"), on: bus)
        nowPlaying.onRaise = onRaise
        nowPlaying.onQuit = onQuit
        services = SystemServices([nowPlaying] + more)
        inhibitor = IdleInhibitor(on: bus, application: "Windowbox")
        try player.becomeActive(with: services)
        inhibitor.follow(player)
    }
}
