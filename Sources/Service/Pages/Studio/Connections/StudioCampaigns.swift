// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

public import struct Foundation.Date

/// House ads: the operator's own ads in the breaks of streams.
public enum StudioCampaigns {
    public static func page(_ list: StudioList<AdCampaign>, at now: Date, mayWrite: Bool) -> StudioPage {
        let new: HTML = mayWrite ? PageFragments.linkButton("/studio/campaigns/new", "New campaign") : ""
        guard !list.isEmpty else {
            return StudioPage(
                "House ads", in: .campaigns,
                body: PageFragments.empty("No campaigns yet. Ad breaks are filled by the ad server, or stay empty.", new))
        }
        let table = list.table("Campaigns", ["Campaign", "Status", "Starts", "Ends", "Audience", ""]) { campaign in
            [
                "<a href=\"/studio/campaigns/\(campaign.id)\">\(PageFragments.userText(campaign.name))</a>",
                PageFragments.status(state(of: campaign, at: now)), PageFragments.dateTime(campaign.startsAt),
                PageFragments.dateTime(campaign.endsAt),
                campaign.keyValues.isEmpty ? "everyone" : "<bdi>\(campaign.keyValues.joined(separator: ", "))</bdi>",
                mayWrite ? pausing(campaign) : "",
            ]
        }
        return StudioPage("House ads", in: .campaigns, actions: new, body: table)
    }

    /// - Parameter campaign: nil for a new one.
    public static func page(_ campaign: AdCampaign?, mayWrite: Bool) -> StudioPage {
        let path = campaign.map { APIRoute.path("updateAdCampaign", $0.id) } ?? APIRoute.path("createAdCampaign")
        func number(_ name: String, _ label: String, _ value: Int?, hint: String? = nil) -> HTML {
            Field.text(name, label, value.map(String.init) ?? "", hint: hint, kind: .number, type: "number")
        }
        func seconds(_ value: Double?) -> String { value.map { $0 == $0.rounded() ? String(Int($0)) : String($0) } ?? "" }
        func moment(_ date: Date?) -> String { date.map(Timestamp.text) ?? "" }
        let form = StudioForm.form(
            campaign == nil ? "POST" : "PATCH", path, then: campaign == nil ? "/studio/campaigns" : "reload",
            """
            \(Field.text("name", "Name", campaign?.name ?? "", .required("a name", maxLength: 200)))
            \(Field.text("video_url", "Video URL", campaign?.videoURL ?? "", hint: "An HLS playlist, or a video file to be packaged.", type: "url", .required("the web address of the video")))
            <div class="pair">\(Field.text("duration", "Length in seconds", seconds(campaign?.duration), kind: .number, type: "number", FieldRule(isRequired: true, missing: "Enter the length in seconds."), more: " step=\"any\""))
            \(Field.text("skip_after", "Skippable after (seconds)", seconds(campaign?.skipAfter), hint: "Leave empty for never.", kind: .number, type: "number", more: " step=\"any\""))</div>
            \(Field.text("click_through", "Landing page", campaign?.clickThrough ?? "", kind: .optional, type: "url"))
            <div class="pair">\(Field.text("starts_at", "Starts", moment(campaign?.startsAt), kind: .moment, type: "datetime-local"))
            \(Field.text("ends_at", "Ends", moment(campaign?.endsAt), kind: .moment, type: "datetime-local"))</div>
            <div class="pair">\(number("viewer_cap", "Limit per viewer", campaign?.viewerCap, hint: "Leave empty for no limit."))
            \(number("viewer_cap_hours", "Within (hours)", campaign?.viewerCapHours, hint: "Leave empty for all time."))</div>
            \(number("total_cap", "Total limit", campaign?.totalCap, hint: "Leave empty for no limit."))
            <div class="pair">\(number("priority", "Priority", campaign?.priority ?? 10, hint: "Lower numbers come first."))
            \(number("weight", "Weight", campaign?.weight ?? 1, hint: "Share among campaigns of the same priority."))</div>
            \(Field.area("key_values", "Key values", campaign?.keyValues.joined(separator: "\n") ?? "", hint: "key=value or key=!value, one per line. A viewer must match one value of each key. Leave empty for everyone.", kind: .lines))
            \(Field.flag("paused", "Paused", campaign?.isPaused ?? false))
            """)
        let delete = campaign.map { StudioForm.delete("the campaign “\($0.name)”", path, then: "/studio/campaigns") }
        return StudioPage(campaign?.name ?? "New campaign", in: .campaigns, actions: mayWrite ? delete ?? "" : "", body: form)
    }

    private static func pausing(_ campaign: AdCampaign) -> HTML {
        StudioForm.button(
            campaign.isPaused ? "Resume" : "Pause", "PATCH", APIRoute.path("updateAdCampaign", campaign.id),
            body: "{\"paused\":\(!campaign.isPaused)}", id: "pause-\(campaign.id)", described: campaign.name)
    }

    private static func state(of campaign: AdCampaign, at now: Date) -> String {
        if campaign.isPaused { return "paused" }
        if let starts = campaign.startsAt, now < starts { return "scheduled" }
        if let ends = campaign.endsAt, now >= ends { return "ended" }
        return "running"
    }
}
