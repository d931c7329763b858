// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// Live streams: all of them, and one that is made or changed.
public enum StudioLive {
    public static func page(_ list: StudioList<LiveStream>, mayWrite: Bool) -> StudioPage {
        let new: HTML = mayWrite ? Words.go("/studio/live/new", "New live stream") : ""
        guard !list.items.isEmpty else { return StudioPage("Live", in: .live, body: Words.empty("Nothing was ever live here.", new)) }
        let table = list.table("Live streams", ["Stream", "Status", "Scheduled", "Started", "Viewers", "Hearts"]) { stream in
            [
                "<a href=\"/studio/live/\(stream.id)\">\(Words.person(stream.title))</a>", Words.status(stream.status.rawValue),
                Words.moment(stream.scheduledAt), Words.moment(stream.startedAt), "\(stream.viewers)", "\(stream.likes)",
            ]
        }
        return StudioPage("Live", in: .live, actions: new, body: table)
    }

    /// - Parameter stream: nil for a new one.
    public static func page(_ stream: LiveStream?, channels: [VideoChannel], mayWrite: Bool) -> StudioPage {
        guard stream != nil || !channels.isEmpty else {
            return StudioPage(
                "New live stream", in: .live,
                body: Words.empty("A stream belongs to a channel. Make one first.", Words.go("/studio/channels/new", "New channel")))
        }
        let chat = stream?.chatSettings ?? ChatSettings()
        let fields: HTML = """
            \(Field.text("title", "Title", stream?.title ?? ""))
            \(Field.area("description", "Description", stream?.description ?? ""))
            \(stream == nil ? Field.choice("channel_id", "Channel", channels.first?.id ?? "", channels.map { ($0.id, $0.name) }) : "")
            <div class="pair">\(Field.text("scheduled_at", "Begins", stream?.scheduledAt.map(Timestamp.text) ?? "", kind: .moment, type: "datetime-local"))
            \(Field.choice("start_type", "Goes live", stream?.startType.rawValue ?? "manual", [("manual", "When you say so"), ("auto", "By itself, at that time")]))
            \(Field.choice("orientation", "Picture", stream?.orientation.rawValue ?? "portrait", [("portrait", "Upright"), ("landscape", "Wide"), ("square", "Square")]))</div>
            \(Field.area("hosts", "Hosts", stream?.hosts.joined(separator: "\n") ?? "", hint: "One a line. The first one’s name stands beside what you write.", kind: .lines, rows: 2))
            \(Field.text("access_code", "Access code", "", hint: stream?.accessCodeHash == nil ? "Without one, everybody may watch." : "One is set. A new one takes its place.", more: " data-skip-empty autocomplete=\"off\""))
            <fieldset data-object="chat_settings" data-base="\(StudioForm.json(chat))"><legend>Chat</legend>
            \(Field.flag("chat_settings.on_live", "While it is live", chat.onLive))
            \(Field.flag("chat_settings.on_replay", "Beside the replay", chat.onReplay))
            \(Field.flag("chat_settings.username_editable", "Viewers choose their names", chat.usernameEditable))
            <div class="pair">\(Field.text("chat_settings.slow_mode_seconds", "Seconds between two messages", chat.slowModeSeconds.map(String.init) ?? "", kind: .number, type: "number"))
            \(Field.area("chat_settings.blocklist", "Words that are not shown", chat.blocklist.joined(separator: "\n"), hint: "One a line.", kind: .lines, rows: 2))</div></fieldset>
            """
        let path = "/v1/admin/live_streams" + (stream.map { "/\($0.id)" } ?? "")
        // A stream is shown under a video, which the script makes first.
        let form = StudioForm.form(
            stream == nil ? "POST" : "PATCH", path, then: stream == nil ? "/studio/live/{id}" : "/studio/live/\(stream?.id ?? "")",
            stream == nil ? "\(Field.hidden("video_id", "$video"))\(fields)" : fields)
        let delete = stream.map { StudioForm.delete("the stream “\($0.title)”", path, then: "/studio/live") }
        let title = stream.map { "Settings of “\($0.title)”" } ?? "New live stream"
        return StudioPage(title, in: .live, actions: mayWrite ? delete ?? "" : "", body: form)
    }
}
