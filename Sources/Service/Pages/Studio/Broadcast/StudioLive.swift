// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// The list of live streams, and the form for one.
public enum StudioLive {
    public static func page(_ list: StudioList<LiveStream>, mayWrite: Bool) -> StudioPage {
        let new: HTML = mayWrite ? PageFragments.linkButton("/studio/live/new", "New live stream") : ""
        guard !list.isEmpty else { return StudioPage("Live", in: .live, body: PageFragments.empty("No live streams yet.", new)) }
        let table = list.table("Live streams", ["Stream", "Status", "Scheduled", "Started", "Viewers", "Hearts"]) { stream in
            [
                "<a href=\"/studio/live/\(stream.id)\">\(PageFragments.userText(stream.title))</a>",
                PageFragments.status(stream.status.rawValue),
                PageFragments.dateTime(stream.scheduledAt), PageFragments.dateTime(stream.startedAt), "\(stream.viewers)",
                "\(stream.likes)",
            ]
        }
        return StudioPage("Live", in: .live, actions: new, body: table)
    }

    /// - Parameter stream: nil for a new one.
    public static func page(_ stream: LiveStream?, channels: [VideoChannel], mayWrite: Bool) -> StudioPage {
        guard stream != nil || !channels.isEmpty else {
            return StudioPage(
                "New live stream", in: .live,
                body: PageFragments.empty(
                    "Every stream belongs to a channel. Create a channel first.",
                    PageFragments.linkButton("/studio/channels/new", "New channel")))
        }
        let chat = stream?.chatSettings ?? ChatSettings()
        let fields: HTML = """
            \(Field.text("title", "Title", stream?.title ?? "", .required("a title", maxLength: 200)))
            \(Field.area("description", "Description", stream?.description ?? ""))
            \(stream == nil ? Field.choice("channel_id", "Channel", channels.first?.id ?? "", channels.map { ($0.id, $0.name) }) : "")
            <div class="pair">\(Field.text("scheduled_at", "Scheduled start", stream?.scheduledAt.map(Timestamp.text) ?? "", kind: .moment, type: "datetime-local"))
            \(Field.choice("start_type", "Start", stream?.startType.rawValue ?? "manual", [("manual", "When I press Go live"), ("auto", "Automatically, at the scheduled time")]))
            \(Field.choice("orientation", "Format", stream?.orientation.rawValue ?? "portrait", [("portrait", "Portrait"), ("landscape", "Landscape"), ("square", "Square")]))</div>
            \(Field.area("hosts", "Hosts", stream?.hosts.joined(separator: "\n") ?? "", hint: "One name per line. The first one signs your chat messages.", kind: .lines, rows: 2))
            \(Field.text("access_code", "Access code", "", hint: stream?.accessCodeHash == nil ? "Leave empty to let everyone watch." : "A code is set. Enter a new one to replace it.", more: " data-skip-empty autocomplete=\"off\""))
            <fieldset data-object="chat_settings" data-base="\(StudioForm.json(chat))"><legend>Chat</legend>
            \(Field.flag("chat_settings.on_live", "During the stream", chat.onLive))
            \(Field.flag("chat_settings.on_replay", "During the replay", chat.onReplay))
            \(Field.flag("chat_settings.username_editable", "Viewers can choose their names", chat.usernameEditable))
            <div class="pair">\(Field.text("chat_settings.slow_mode_seconds", "Slow mode (seconds between messages)", chat.slowModeSeconds.map(String.init) ?? "", kind: .number, type: "number", .number(0...3600)))
            \(Field.area("chat_settings.blocklist", "Blocked words", chat.blocklist.joined(separator: "\n"), hint: "One word per line.", kind: .lines, rows: 2))</div></fieldset>
            """
        let path = stream.map { APIRoute.path("updateLiveStream", $0.id) } ?? APIRoute.path("createLiveStream")
        // A stream is shown under a video, which the script creates first.
        let form = StudioForm.form(
            stream == nil ? "POST" : "PATCH", path, then: stream == nil ? "/studio/live/{id}" : "/studio/live/\(stream?.id ?? "")",
            stream == nil ? "\(Field.hidden("video_id", "$video"))\(fields)" : fields)
        let delete = stream.map { StudioForm.delete("the stream “\($0.title)”", path, then: "/studio/live") }
        let title = stream.map { "Settings for “\($0.title)”" } ?? "New live stream"
        return StudioPage(title, in: .live, actions: mayWrite ? delete ?? "" : "", body: form)
    }
}
