// SPDX-License-Identifier: Apache-2.0

import Observation
import WindowboxGTK
import WindowboxPlayer

/// A playlist row.
@MainActor final class PlaylistRow: ListRow<PlayerItem> {
    private let entry: PlaylistEntry

    private let durations: PlaylistDurations
    private let history: PlaybackHistoryRecorder
    private let picture = ImageView()
    private var loading: Task<Void, Never>?

    init(_ player: Player, _ durations: PlaylistDurations, _ history: PlaybackHistoryRecorder) {
        let entry = PlaylistEntry()
        (self.entry, self.durations, self.history) = (entry, durations, history)
        super.init(.horizontal, spacing: 8)
        cssClass("entry")
        let mark = Icon("media-playback-start-symbolic").cssClass("mark").align(horizontal: .center, vertical: .center)
            .bind(\.isVisible) { entry.item != nil && player.currentItem === entry.item }
        let kind = Icon("video-x-generic-symbolic").align(horizontal: .center, vertical: .center)
        let thumbnail = Overlay(Box(.horizontal).minimumSize(width: 64, height: 36)) {
            kind
            picture
            mark
        }.cssClass("thumbnail").clipsContent().align(vertical: .center)
        let title = Label().lines(2).ofNames().aligned(.start)
            .bind(\.text) { entry.item?.metadata.title ?? "" }
        let duration = Label().aligned(.start).cssClass("dim-label", "numeric", "caption")
            .bind(\.text) { entry.item.flatMap { durations.duration(of: $0) }.map(TimeText.clock) ?? "" }
            .bind(\.isVisible) { entry.item.flatMap { durations.duration(of: $0) } != nil }
        let handle = Icon("list-drag-handle-symbolic").cssClass("dim-label").bind(\.isVisible) { player.items.count > 1 }
        let remove = Button(icon: "list-remove-symbolic", name: translated("Remove")) { if let item = entry.item { player.remove(item) } }
            .cssClass("flat", "circular")
            .bind(\.name) { translated("Remove {title}", ["title": entry.item?.metadata.title ?? ""]) }
        append(handle)
        append(thumbnail)
        append(
            Box(.vertical, spacing: 2) {
                title
                duration
            }.align(vertical: .center).expand(.horizontal))
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
        loading?.cancel()
        picture.show(nil)
        guard let item else { return }
        durations.request(item)
        loading = Task { [weak self, history] in
            let found = await history.picture(of: item)
            if !Task.isCancelled, let self, entry.item === item { picture.show(found) }
        }
    }
}

/// The item that a row currently shows.
@MainActor @Observable private final class PlaylistEntry {
    var item: PlayerItem?
}
