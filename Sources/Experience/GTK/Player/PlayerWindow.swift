// SPDX-License-Identifier: Apache-2.0

import CGTK

// given: import WindowboxGTK
// given: import WindowboxPlayer
// given: let application = Application(id: "") { _ in }
/// A dark window with a ``PlayerView`` and a title. Accepts dropped subtitle files.
///
/// ```swift
/// let pictures = PictureMailbox()
/// let player = Player(items: [.simple(url: "https://example.com/film.m3u8")], videoOutputs: [MailboxOutput(pictures)])
/// PlayerWindow(application: application, PlayerModel(player), pictures: pictures).present()
/// player.play()
/// ```
@MainActor public final class PlayerWindow: Window {
    /// The view that fills the window.
    public let view: PlayerView

    /// - Parameter width: initial width in logical pixels.
    public init(
        application: Application? = nil, _ player: any PlayerControlling, pictures: PictureMailbox, width: Int = 1280, height: Int = 720
    ) {
        GTKStyleSheet.preferDark()
        let label = Label().shortened().cssClass("title").bind(\.text) { player.title }
        view = PlayerView(player, pictures: pictures, header: HeaderBar(title: label))
        super.init(application: application, title: "Windowbox", width: width, height: height)
        bind(\.title) { player.title.isEmpty ? "Windowbox" : player.title }
        setContent(view)
        view.onFullScreen = { [weak self] in self?.isFullScreen = $0 }
        view.onQuit = { [weak self] in self?.close() }
        onFullScreen { [weak self] in self?.view.isFullScreen = $0 }
        onDrop { [weak player] in player?.addSubtitles($0) }
        onKey { [weak self] in self?.view.pressed($0, $1) ?? false }
        onMinimized { [weak player] in $0 ? player?.enterBackground() : player?.enterForeground() }
        view.video.grabFocus()
    }
}
