// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

public import struct Foundation.Date

/// House ads: one's own films in the breaks of streams.
public enum StudioCampaigns {
    public static func page(_ list: StudioList<AdCampaign>, at now: Date, mayWrite: Bool) -> StudioPage {
        let new: HTML = mayWrite ? Words.go("/studio/campaigns/new", "New campaign") : ""
        guard !list.items.isEmpty else {
            return StudioPage(
                "House ads", in: .campaigns,
                body: Words.empty("There are no campaigns. Breaks have the ads of the ad server, or none.", new))
        }
        let table = list.table("Campaigns", ["Campaign", "State", "From", "Until", "For", ""]) { campaign in
            [
                "<a href=\"/studio/campaigns/\(campaign.id)\">\(Words.person(campaign.name))</a>",
                Words.status(state(of: campaign, at: now)), Words.moment(campaign.startsAt), Words.moment(campaign.endsAt),
                campaign.keyValues.isEmpty ? "all" : "<bdi>\(campaign.keyValues.joined(separator: ", "))</bdi>",
                mayWrite ? pausing(campaign) : "",
            ]
        }
        return StudioPage("House ads", in: .campaigns, actions: new, body: table)
    }

    /// - Parameter campaign: nil for a new one.
    public static func page(_ campaign: AdCampaign?, mayWrite: Bool) -> StudioPage {
        let path = "/v1/admin/ad_campaigns" + (campaign.map { "/\($0.id)" } ?? "")
        func number(_ name: String, _ label: String, _ value: Int?, hint: String? = nil) -> HTML {
            Field.text(name, label, value.map(String.init) ?? "", hint: hint, kind: .number, type: "number")
        }
        func seconds(_ value: Double?) -> String { value.map { $0 == $0.rounded() ? String(Int($0)) : String($0) } ?? "" }
        func moment(_ date: Date?) -> String { date.map(Timestamp.text) ?? "" }
        let form = StudioForm.form(
            campaign == nil ? "POST" : "PATCH", path, then: campaign == nil ? "/studio/campaigns" : "reload",
            """
            \(Field.text("name", "Name", campaign?.name ?? ""))
            \(Field.text("film_url", "Address of the film", campaign?.filmURL ?? "", hint: "An HLS playlist, or a film that one is made of.", type: "url"))
            <div class="pair">\(Field.text("duration", "Seconds", seconds(campaign?.duration), kind: .number, type: "number"))
            \(Field.text("skip_after", "May be skipped after … seconds", seconds(campaign?.skipAfter), hint: "Empty: never.", kind: .number, type: "number"))</div>
            \(Field.text("click_through", "Leads to", campaign?.clickThrough ?? "", kind: .optional, type: "url"))
            <div class="pair">\(Field.text("starts_at", "From", moment(campaign?.startsAt), kind: .moment, type: "datetime-local"))
            \(Field.text("ends_at", "Until", moment(campaign?.endsAt), kind: .moment, type: "datetime-local"))</div>
            <div class="pair">\(number("viewer_cap", "Most for one viewer", campaign?.viewerCap, hint: "Empty: no limit."))
            \(number("viewer_cap_hours", "… within hours", campaign?.viewerCapHours, hint: "Empty: for ever."))</div>
            \(number("total_cap", "Most for all together", campaign?.totalCap, hint: "Empty: no limit."))
            <div class="pair">\(number("priority", "Priority", campaign?.priority ?? 10, hint: "Lower ones come first."))
            \(number("weight", "Weight", campaign?.weight ?? 1, hint: "Against others of its priority."))</div>
            \(Field.area("key_values", "Key values", campaign?.keyValues.joined(separator: "\n") ?? "", hint: "key=value or key=!value, one a line; of each key one value must be given. None: for all.", kind: .lines))
            \(Field.flag("paused", "Paused", campaign?.isPaused ?? false))
            """)
        let delete = campaign.map { StudioForm.delete("the campaign “\($0.name)”", path, then: "/studio/campaigns") }
        return StudioPage(campaign?.name ?? "New campaign", in: .campaigns, actions: mayWrite ? delete ?? "" : "", body: form)
    }

    private static func pausing(_ campaign: AdCampaign) -> HTML {
        StudioForm.button(
            campaign.isPaused ? "Go on" : "Pause", "PATCH", "/v1/admin/ad_campaigns/\(campaign.id)",
            body: "{\"paused\":\(!campaign.isPaused)}", id: "pause-\(campaign.id)", described: campaign.name)
    }

    private static func state(of campaign: AdCampaign, at now: Date) -> String {
        if campaign.isPaused { return "paused" }
        if let starts = campaign.startsAt, now < starts { return "planned" }
        if let ends = campaign.endsAt, now >= ends { return "over" }
        return "running"
    }
}
