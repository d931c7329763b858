// SPDX-License-Identifier: Apache-2.0

import Observation
import WindowboxGTK
import WindowboxPlayer

/// A playlist row.
@MainActor final class PlaylistRow: ListRow<PlayerItem> {
    private let entry: PlaylistEntry

    init(_ player: Player) {
        let entry = PlaylistEntry()
        self.entry = entry
        super.init(.horizontal, spacing: 8)
        cssClass("entry")
        let mark = Icon("media-playback-start-symbolic").bind(to: { entry.item != nil && player.currentItem === entry.item }) {
            $0.isSeen = $1
        }
        let title = Label().shortened().align(horizontal: .start).expand(.horizontal)
            .bind(\.text) { entry.item?.metadata.title ?? "" }
        let remove = Button(icon: "list-remove-symbolic", name: translated("Remove")) { if let item = entry.item { player.remove(item) } }
            .cssClass("flat", "circular")
            .bind(\.name) { translated("Remove {title}", ["title": entry.item?.metadata.title ?? ""]) }
        append(mark)
        append(title)
        append(remove)
        bind(to: { player.currentItem === entry.item }) { $0.setCSSClass("current", $1) }
        bind(to: { Self.name(entry.item, isCurrent: player.currentItem === entry.item) }) { $0.accessibleName($1) }
    }

    private static func name(_ item: PlayerItem?, isCurrent: Bool) -> String {
        let title = item?.metadata.title ?? ""
        return isCurrent ? translated("{title}, current", ["title": title]) : title
    }

    override func show(_ item: PlayerItem?) { entry.item = item }
}

/// The item that a row currently shows.
@MainActor @Observable private final class PlaylistEntry {
    var item: PlayerItem?
}
