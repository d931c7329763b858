// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// Who is told of what happens, and what they were told.
public enum StudioWebhooks {
    public static func page(_ list: StudioList<Webhook>, mayWrite: Bool) -> StudioPage {
        let new: HTML = mayWrite ? Words.go("/studio/webhooks/new", "New webhook") : ""
        guard !list.items.isEmpty else {
            return StudioPage("Webhooks", in: .webhooks, body: Words.empty("Nobody is told of what happens.", new))
        }
        let table = list.table("Webhooks", ["Address", "Told of", "Id"]) { hook in
            [
                "<a href=\"/studio/webhooks/\(hook.id)\"><bdi>\(hook.url)</bdi></a>", "\(hook.types.joined(separator: ", "))",
                "<code>\(hook.id)</code>",
            ]
        }
        return StudioPage("Webhooks", in: .webhooks, actions: new, body: table)
    }

    /// One that is made. Its secret is told this once.
    public static var new: StudioPage {
        StudioPage(
            "New webhook", in: .webhooks,
            body: StudioForm.form(
                "POST", "/v1/admin/webhooks", then: "tell secret /studio/webhooks/{id}", submit: "Make it",
                """
                \(Field.text("url", "Address", "", hint: "Messages are sent there by POST, signed.", type: "url"))
                \(Field.area("types", "Told of", "*", hint: "Types such as video_created or live.started, separated by spaces; * for all.", kind: .words, rows: 2))
                """))
    }

    /// - Parameter deliveries: what it was sent, the newest first.
    public static func page(_ hook: Webhook, deliveries: StudioList<WebhookDelivery>, mayWrite: Bool) -> StudioPage {
        let path = "/v1/admin/webhooks/\(hook.id)"
        let form: HTML? =
            mayWrite
            ? StudioForm.form(
                "PATCH", path,
                """
                \(Field.text("url", "Address", hook.url, type: "url"))
                \(Field.area("types", "Told of", hook.types.joined(separator: " "), kind: .words, rows: 2))
                """) : nil
        let log = deliveries.table("Deliveries", ["Message", "State", "When", "Tries", "Last answer", ""]) { delivery in
            let last = delivery.attempts.last
            let answer: HTML =
                last.map { "\($0.status.map(String.init) ?? "") <bdi>\($0.error ?? "")</bdi> (\(Int($0.durationMS)) ms)" } ?? "–"
            let next: HTML? = delivery.nextAttemptAt.map { "<br><small>again \(Words.moment($0))</small>" }
            let again = StudioForm.button(
                "Send again", "POST", "\(path)/deliveries/\(delivery.id)/replay", described: "\(delivery.message.type) \(delivery.id)")
            return [
                """
                <details><summary>\(delivery.message.type)</summary><pre class="code">\(StudioForm.json(delivery.message))</pre></details>
                """,
                "\(Words.status(delivery.state.rawValue))\(next)", Words.moment(delivery.createdAt), "\(delivery.attempts.count)", answer,
                mayWrite ? again : "",
            ]
        }
        let delete = StudioForm.delete("this webhook", path, then: "/studio/webhooks", warning: "Its address is told nothing more.")
        let list: HTML = deliveries.items.isEmpty ? "<p>It was sent nothing yet.</p>" : log
        return StudioPage(
            "Webhook", in: .webhooks, actions: mayWrite ? delete : "", body: "\(form)<h2>What it was sent</h2>\(list)")
    }
}
