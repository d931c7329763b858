// SPDX-License-Identifier: Apache-2.0

import Observation
import WindowboxGTK
import WindowboxPlayer

/// A playlist row.
@MainActor final class PlaylistRow: ListRow<PlayerItem> {
    private let entry: PlaylistEntry

    private let durations: PlaylistDurations

    init(_ player: Player, _ durations: PlaylistDurations) {
        let entry = PlaylistEntry()
        (self.entry, self.durations) = (entry, durations)
        super.init(.horizontal, spacing: 8)
        cssClass("entry")
        let mark = Icon("media-playback-start-symbolic").bind(to: { entry.item != nil && player.currentItem === entry.item }) {
            $0.isSeen = $1
        }
        let title = Label().shortened().align(horizontal: .start).expand(.horizontal)
            .bind(\.text) { entry.item?.metadata.title ?? "" }
        let duration = Label().cssClass("dim-label", "numeric")
            .bind(\.text) { entry.item.flatMap { durations.duration(of: $0) }.map(TimeText.clock) ?? "" }
        let handle = Icon("list-drag-handle-symbolic").cssClass("dim-label").bind(\.isVisible) { player.items.count > 1 }
        let remove = Button(icon: "list-remove-symbolic", name: translated("Remove")) { if let item = entry.item { player.remove(item) } }
            .cssClass("flat", "circular")
            .bind(\.name) { translated("Remove {title}", ["title": entry.item?.metadata.title ?? ""]) }
        append(handle)
        append(mark)
        append(title)
        append(duration)
        append(remove)
        bind(to: { player.currentItem === entry.item }) { $0.setCSSClass("current", $1) }
        bind(to: {
            Self.name(
                entry.item, duration: entry.item.flatMap { durations.duration(of: $0) }, isCurrent: player.currentItem === entry.item)
        }) { $0.accessibleName($1) }
    }

    private static func name(_ item: PlayerItem?, duration: Double?, isCurrent: Bool) -> String {
        let title = item?.metadata.title ?? ""
        return (isCurrent ? translated("{title}, current", ["title": title]) : title) + (duration.map { ", " + TimeText.clock($0) } ?? "")
    }

    override func show(_ item: PlayerItem?) {
        entry.item = item
        if let item { durations.request(item) }
    }
}

/// The item that a row currently shows.
@MainActor @Observable private final class PlaylistEntry {
    var item: PlayerItem?
}
