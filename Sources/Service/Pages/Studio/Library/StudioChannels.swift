// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// The list of channels, and the form for one.
public enum StudioChannels {
    public static func page(_ list: StudioList<VideoChannel>, mayWrite: Bool) -> StudioPage {
        let new: HTML = mayWrite ? PageFragments.linkButton("/studio/channels/new", "New channel") : ""
        guard !list.isEmpty else {
            return StudioPage(
                "Channels", in: .channels, body: PageFragments.empty("No channels yet. Every video belongs to a channel.", new))
        }
        let table = list.table("Channels", ["Channel", "URL slug", "Language", "Visibility", "ID"]) { channel in
            [
                "<a href=\"/studio/channels/\(channel.id)\">\(PageFragments.userText(channel.name))</a>", "<bdi>\(channel.slug)</bdi>",
                "\(channel.language ?? "–")", "\(StudioVideo.accessLabel(channel.visibility))", "<code>\(channel.id)</code>",
            ]
        }
        return StudioPage("Channels", in: .channels, actions: new, body: table)
    }

    /// - Parameter channel: nil for a new one.
    public static func page(_ channel: VideoChannel?, mayWrite: Bool) -> StudioPage {
        let path = channel.map { APIRoute.path("updateChannel", $0.id) } ?? APIRoute.path("createChannel")
        let form = StudioForm.form(
            channel == nil ? "POST" : "PATCH", path, then: channel == nil ? "/studio/channels/{id}" : "reload",
            """
            \(Field.text("name", "Name", channel?.name ?? "", .required("a name", maxLength: 200)))
            \(Field.text("slug", "URL slug", channel?.slug ?? "", hint: "The channel’s name in web addresses, such as news.", .atMost(64)))
            \(Field.area("bio", "Description", channel?.bio ?? "", .atMost(5000)))
            \(Field.text("avatar_url", "Picture URL", channel?.avatarURL ?? "", kind: .optional, type: "url"))
            <div class="pair">\(Field.text("language", "Language", channel?.language ?? "", hint: "A language code such as en or pt-BR.", kind: .optional, .language))
            \(Field.text("country", "Country", channel?.country ?? "", hint: "Two capital letters, such as DE.", kind: .optional, .country))</div>
            \(Field.choice("visibility", "Visibility", channel?.visibility.rawValue ?? "public", StudioVideo.access.filter { $0.value != "unlisted" }))
            """)
        let delete = channel.map { StudioForm.delete("the channel “\($0.name)”", path, then: "/studio/channels") }
        return StudioPage(channel?.name ?? "New channel", in: .channels, actions: mayWrite ? delete ?? "" : "", body: form)
    }
}
