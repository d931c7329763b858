// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// Webhooks and their deliveries.
public enum StudioWebhooks {
    public static func page(_ list: StudioList<Webhook>, mayWrite: Bool) -> StudioPage {
        let new: HTML = mayWrite ? PageFragments.linkButton("/studio/webhooks/new", "New webhook") : ""
        guard !list.isEmpty else {
            return StudioPage(
                "Webhooks", in: .webhooks,
                body: PageFragments.empty("No webhooks yet. A webhook tells your server when something happens.", new))
        }
        let table = list.table("Webhooks", ["URL", "Events", "ID"]) { hook in
            [
                "<a href=\"/studio/webhooks/\(hook.id)\"><bdi>\(hook.url)</bdi></a>", "\(hook.types.joined(separator: ", "))",
                "<code>\(hook.id)</code>",
            ]
        }
        return StudioPage("Webhooks", in: .webhooks, actions: new, body: table)
    }

    /// The form for a new webhook. Its secret is shown only once.
    public static var new: StudioPage {
        StudioPage(
            "New webhook", in: .webhooks,
            body: StudioForm.form(
                "POST", APIRoute.path("createWebhook"), then: "tell secret /studio/webhooks/{id}", submit: "Create",
                """
                \(Field.text("url", "URL", "", hint: "Events are sent there as signed POST requests.", type: "url", .required("a web address")))
                \(Field.area("types", "Events", "*", hint: "Event types such as video_created or live.started, separated by spaces. * means all.", kind: .words, rows: 2))
                """))
    }

    /// - Parameter deliveries: newest first.
    public static func page(_ hook: Webhook, deliveries: StudioList<WebhookDelivery>, mayWrite: Bool) -> StudioPage {
        let path = APIRoute.path("updateWebhook", hook.id)
        let form: HTML? =
            mayWrite
            ? StudioForm.form(
                "PATCH", path,
                """
                \(Field.text("url", "URL", hook.url, type: "url", .required("a web address")))
                \(Field.area("types", "Events", hook.types.joined(separator: " "), kind: .words, rows: 2))
                """) : nil
        let log = deliveries.table("Deliveries", ["Event", "Status", "Created", "Attempts", "Last response", ""]) { delivery in
            let last = delivery.attempts.last
            let answer: HTML =
                last.map { "\($0.status.map(String.init) ?? "") <bdi>\($0.error ?? "")</bdi> (\(Int($0.durationMS)) ms)" } ?? "–"
            let next: HTML? = delivery.nextAttemptAt.map { "<br><small>next attempt \(PageFragments.dateTime($0))</small>" }
            let again = StudioForm.button(
                "Send again", "POST", APIRoute.path("replayDelivery", hook.id, delivery.id),
                described: "\(delivery.message.type) \(delivery.id)")
            return [
                """
                <details><summary>\(delivery.message.type)</summary><pre class="code">\(StudioForm.json(delivery.message))</pre></details>
                """,
                "\(PageFragments.status(delivery.state.rawValue))\(next)", PageFragments.dateTime(delivery.createdAt),
                "\(delivery.attempts.count)", answer,
                mayWrite ? again : "",
            ]
        }
        let delete = StudioForm.delete("this webhook", path, then: "/studio/webhooks", warning: "No more events are sent to its URL.")
        let list: HTML = deliveries.items.isEmpty ? "<p>No events have been sent yet.</p>" : log
        return StudioPage(
            "Webhook", in: .webhooks, actions: mayWrite ? delete : "", body: "\(form)<h2>Deliveries</h2>\(list)")
    }
}
