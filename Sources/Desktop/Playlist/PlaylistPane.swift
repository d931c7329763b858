// SPDX-License-Identifier: Apache-2.0

import WindowboxGTK
import WindowboxPlayer

/// The playlist: select, reorder, remove.
@MainActor final class PlaylistPane: Box {
    /// Called with addresses dropped onto the list.
    var onDropAddresses: (@MainActor ([String]) -> Void)?
    var onClose: (@MainActor () -> Void)?

    private(set) var list: ListView<PlayerItem>!
    let durations: PlaylistDurations
    private let player: Player

    init(_ player: Player, _ history: PlaybackHistoryRecorder) {
        self.player = player
        let durations = PlaylistDurations(history)
        self.durations = durations
        super.init(.vertical)
        // No wider than necessary: the video gets the rest.
        cssClass("playlist").minimumSize(width: 300).expand(.vertical)
        accessibleName(translated("Playlist"))
        list = ListView(
            name: translated("Playlist"), makeRow: { PlaylistRow(player, durations, history) },
            onActivate: { index in
                guard player.items.indices.contains(index) else { return }
                player.currentItem = player.items[index]
                player.play()
            })
        list.onMove = { [weak self] from, before in self?.move(from, before: before) }
        list.bind(\.items) { player.items }
        bind(to: { player.items }) { $0.durations.keep($1) }
        bind(to: { player.duration }) { pane, duration in
            if let duration, let item = pane.player.currentItem { pane.durations.learn(duration, of: item) }
        }
        list.onKey { [weak self] in self?.pressed($0, $1) ?? false }
        onDrop { [weak self] in self?.onDropAddresses?($0) }
        let header = HeaderBar(title: Label().cssClass("title").bind(\.text) { Self.summary(player) }).cssClass("flat")
        header.hideWindowButtons()
        header.addStart(
            Button(icon: "media-playlist-repeat-symbolic", name: translated("Repeat")) { player.repeatMode = player.repeatMode.next }
                .bind(\.icon) { Self.icon(of: player.repeatMode) }
                .bind(\.name) { player.repeatMode.title })
        header.addStart(
            Button(icon: "media-playlist-shuffle-symbolic", name: translated("Shuffle")) { player.shuffleUpcoming() }
                .bind(\.isVisible) { player.items.count > 2 })
        header.addEnd(Button(icon: "window-close-symbolic", name: translated("Close Playlist")) { [weak self] in self?.onClose?() })
        header.addEnd(MenuModelButton(icon: "view-more-symbolic", name: translated("Playlist Menu"), menu: AppMenu.playlist()))
        append(header)
        append(
            StatusPage(icon: "view-list-symbolic", title: translated("The playlist is empty")).compact().expand(.vertical)
                .bind(\.isVisible) { player.items.isEmpty })
        append(Scrolled(list).expand(.horizontal, .vertical).bind(\.isVisible) { !player.items.isEmpty })
    }

    private static func icon(of mode: RepeatMode) -> String {
        switch mode {
        case .off: "media-playlist-consecutive-symbolic"
        case .all: "media-playlist-repeat-symbolic"
        case .one: "media-playlist-repeat-song-symbolic"
        }
    }

    private static func summary(_ player: Player) -> String {
        let count = player.items.count
        guard count > 0 else { return translated("Playlist") }
        let index = player.currentItem.flatMap { player.items.firstIndex(of: $0) }
        return index.map { translated("{position} of {count}", ["position": "\($0 + 1)", "count": "\(count)"]) } ?? "\(count)"
    }

    func grabListFocus() {
        if let current = player.currentItem, let index = player.items.firstIndex(of: current) {
            list.selectedIndex = index
            list.scroll(to: index)
            list.grabFocus(at: index)
        } else {
            list.grabFocus()
        }
    }

    func pressed(_ key: KeyboardKey, _ modifiers: KeyModifiers) -> Bool {
        guard let index = list.selectedIndex, player.items.indices.contains(index) else { return false }
        switch (key, modifiers.contains(.alt)) {
        case (.up, true): move(index, before: index - 1)
        case (.down, true): move(index, before: index + 2)
        case (.delete, false):
            player.remove(player.items[index])
            list.items = player.items
            list.selectedIndex = player.items.isEmpty ? nil : min(index, player.items.count - 1)
        default: return false
        }
        return true
    }

    /// Moves an item in front of another, or to the end; invalid moves are ignored.
    func move(_ from: Int, before: Int) {
        let items = player.items
        guard items.indices.contains(from), (0...items.count).contains(before), before != from, before != from + 1 else { return }
        let hasMoved =
            before == items.count ? player.move(items[from], after: nil) : player.move(items[from], before: items[before])
        guard hasMoved else { return }
        list.items = player.items
        list.selectedIndex = before > from ? before - 1 : before
    }
}
