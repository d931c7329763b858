// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// Playlists and playlist groups.
public enum StudioPlaylists {
    public static func page(_ list: StudioList<Playlist>, mayWrite: Bool) -> StudioPage {
        let new: HTML = mayWrite ? PageFragments.linkButton("/studio/playlists/new", "New playlist") : ""
        guard !list.isEmpty else {
            return StudioPage("Playlists", in: .playlists, body: PageFragments.empty("No playlists yet.", new))
        }
        let table = list.table("Playlists", ["Playlist", "Videos", "Sort order", "Visible", "ID"]) { playlist in
            [
                "<a href=\"/studio/playlists/\(playlist.id)\">\(PageFragments.userText(playlist.name))</a>", "\(playlist.items.count)",
                "\(playlist.position)", "\(playlist.isAvailable ? "yes" : "no")", "<code>\(playlist.id)</code>",
            ]
        }
        return StudioPage("Playlists", in: .playlists, actions: new, body: table)
    }

    /// - Parameters:
    ///   - playlist: nil for a new one.
    ///   - videos: the videos in it.
    public static func page(
        _ playlist: Playlist?, channels: [VideoChannel], videos: [Video], mayWrite: Bool, poster: (String) -> String
    ) -> StudioPage {
        let path = playlist.map { APIRoute.path("updatePlaylist", $0.id) } ?? APIRoute.path("createPlaylist")
        let channel = playlist?.channelID ?? channels.first?.id ?? ""
        let form = StudioForm.form(
            playlist == nil ? "POST" : "PATCH", path, then: playlist == nil ? "/studio/playlists/{id}" : "reload",
            """
            \(Field.text("name", "Name", playlist?.name ?? "", .required("a name", maxLength: 200)))
            \(Field.choice("channel_id", "Channel", channel, channels.map { ($0.id, $0.name) }))
            <div class="pair">\(Field.text("position", "Sort order", String(playlist?.position ?? 0), hint: "Playlists with higher numbers come first.", kind: .number, type: "number"))
            \(Field.flag("enabled", "Visible to viewers", playlist?.enabled ?? true))</div>
            """)
        let items = playlist.map { playlist in
            let known = Dictionary(videos.map { ($0.id, $0) }) { first, _ in first }
            let items: [HTML] = playlist.items.sorted { $0.position < $1.position }.map { item in
                let video = known[item.videoID]
                return StudioForm.item(
                    video?.caption ?? item.videoID, json: StudioForm.json(item),
                    "\(PageFragments.picture(video?.posterURL.map(poster), width: 32)) \(PageFragments.userText(video?.caption ?? item.videoID))"
                )
            }
            let list = StudioForm.list(
                "items", "Videos, in order", items: items, more: StudioForm.finder("videos", label: "Find a video", for: "items"))
            return "<h2>Videos</h2>\(StudioForm.form("PUT", APIRoute.path("setPlaylistItems", playlist.id), submit: "Save videos", list))"
                as HTML
        }
        let delete = playlist.map { StudioForm.delete("the playlist “\($0.name)”", path, then: "/studio/playlists") }
        return StudioPage(
            playlist?.name ?? "New playlist", in: .playlists, actions: mayWrite ? delete ?? "" : "", body: "\(form)\(items)")
    }

    public static func page(_ list: StudioList<PlaylistGroup>, mayWrite: Bool) -> StudioPage {
        let new: HTML = mayWrite ? PageFragments.linkButton("/studio/groups/new", "New group") : ""
        guard !list.isEmpty else {
            return StudioPage(
                "Playlist groups", in: .playlistGroups,
                body: PageFragments.empty("No playlist groups yet. A group shows several playlists side by side.", new))
        }
        let table = list.table("Playlist groups", ["Group", "Playlists", "ID"]) { group in
            [
                "<a href=\"/studio/groups/\(group.id)\">\(PageFragments.userText(group.name))</a>", "\(group.playlistIDs.count)",
                "<code>\(group.id)</code>",
            ]
        }
        return StudioPage("Playlist groups", in: .playlistGroups, actions: new, body: table)
    }

    /// - Parameter group: nil for a new one.
    public static func page(_ group: PlaylistGroup?, playlists: [Playlist], mayWrite: Bool) -> StudioPage {
        let path = group.map { APIRoute.path("updatePlaylistGroup", $0.id) } ?? APIRoute.path("createPlaylistGroup")
        let names = Dictionary(playlists.map { ($0.id, $0.name) }) { first, _ in first }
        let items: [HTML] = (group?.playlistIDs ?? []).map { id in
            StudioForm.item(names[id] ?? id, value: id, PageFragments.userText(names[id] ?? id))
        }
        let list = StudioForm.list(
            "playlist_ids", "Playlists, in order", items: items,
            more: StudioForm.finder("playlists", label: "Find a playlist", for: "playlist_ids"))
        let form = StudioForm.form(
            group == nil ? "POST" : "PATCH", path, then: group == nil ? "/studio/groups/{id}" : "reload",
            "\(Field.text("name", "Name", group?.name ?? "", .required("a name", maxLength: 200)))\(list)")
        let delete = group.map { StudioForm.delete("the group “\($0.name)”", path, then: "/studio/groups") }
        return StudioPage(group?.name ?? "New group", in: .playlistGroups, actions: mayWrite ? delete ?? "" : "", body: form)
    }
}
