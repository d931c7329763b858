// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxGTK
import WindowboxPlayer

// Actions on the playlist.
extension MainWindow {
    func addPlaylistActions(_ actions: ActionGroup) {
        actions.add("save-playlist", keys: "<Control><Shift>s") { [weak self] in
            FileChooser.save(
                title: translated("Save Playlist"), name: translated("Playlist") + ".m3u8", above: self
            ) { [weak self] address in
                guard let url = URL(string: address) else { return }
                self?.savePlaylist(at: url)
            }
        }
        actions.add("clear-playlist") { [weak self] in self?.clearPlaylist() }
    }

    func savePlaylist(at url: URL) {
        let url = url.pathExtension.isEmpty ? url.appendingPathExtension("m3u8") : url
        let lines = session.player.items.compactMap { item -> M3UPlaylist.Line? in
            guard let address = session.history.address(of: item).flatMap({ URL(string: $0) }) else { return nil }
            return M3UPlaylist.Line(
                url: address, title: item.metadata.title ?? "",
                duration: playlist.durations.duration(of: item) ?? session.history.duration(of: item))
        }
        do {
            try Data(M3UPlaylist.text(of: lines, at: url).utf8).write(to: url, options: .atomic)
            toasts.show(translated("Saved as “{name}”", ["name": url.lastPathComponent]))
        } catch {
            let folder = url.deletingLastPathComponent().lastPathComponent
            let problem = translated("The playlist can’t be saved in “{folder}”", ["folder": folder])
            toasts.show(SavingProblem.text(problem, error), seconds: 6)
        }
    }

    /// Removes all items except the current one, which keeps playing.
    func clearPlaylist() {
        let player = session.player
        let previous = player.items
        guard let current = player.currentItem, previous.count > 1 else { return }
        player.items = [current]
        toasts.show(translated("Playlist cleared"), button: translated("Undo")) { [weak player] in
            guard let player, player.items == [current] else { return }
            player.items = previous
        }
    }
}
