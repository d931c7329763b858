// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// Channels: lists and one of them.
public enum StudioChannels {
    public static func page(_ list: StudioList<VideoChannel>, mayWrite: Bool) -> StudioPage {
        let new: HTML = mayWrite ? Words.go("/studio/channels/new", "New channel") : ""
        guard !list.items.isEmpty else {
            return StudioPage("Channels", in: .channels, body: Words.empty("There are no channels yet. Videos belong to one.", new))
        }
        let table = list.table("Channels", ["Channel", "Name in addresses", "Language", "Who finds it", "Id"]) { channel in
            [
                "<a href=\"/studio/channels/\(channel.id)\">\(Words.person(channel.name))</a>", "<bdi>\(channel.slug)</bdi>",
                "\(channel.language ?? "–")", "\(channel.visibility.rawValue)", "<code>\(channel.id)</code>",
            ]
        }
        return StudioPage("Channels", in: .channels, actions: new, body: table)
    }

    /// - Parameter channel: nil for a new one.
    public static func page(_ channel: VideoChannel?, mayWrite: Bool) -> StudioPage {
        let path = "/v1/admin/channels" + (channel.map { "/\($0.id)" } ?? "")
        let form = StudioForm.form(
            channel == nil ? "POST" : "PATCH", path, then: channel == nil ? "/studio/channels/{id}" : "reload",
            """
            \(Field.text("name", "Name", channel?.name ?? ""))
            \(Field.text("slug", "Name in addresses", channel?.slug ?? ""))
            \(Field.area("bio", "About it", channel?.bio ?? ""))
            \(Field.text("avatar_url", "Address of its picture", channel?.avatarURL ?? "", kind: .optional, type: "url"))
            <div class="pair">\(Field.text("language", "Language", channel?.language ?? "", hint: "BCP 47, such as en.", kind: .optional))
            \(Field.text("country", "Country", channel?.country ?? "", hint: "Two capital letters, such as DE.", kind: .optional))</div>
            \(Field.choice("visibility", "Who finds it", channel?.visibility.rawValue ?? "public", StudioVideo.access))
            """)
        let delete = channel.map { StudioForm.delete("the channel “\($0.name)”", path, then: "/studio/channels") }
        return StudioPage(channel?.name ?? "New channel", in: .channels, actions: mayWrite ? delete ?? "" : "", body: form)
    }
}
