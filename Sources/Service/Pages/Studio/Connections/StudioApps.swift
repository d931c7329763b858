// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// Apps that show feeds, and their ads.
public enum StudioApps {
    public static func page(_ list: StudioList<ClientApp>, mayWrite: Bool) -> StudioPage {
        let new: HTML = mayWrite ? PageFragments.linkButton("/studio/apps/new", "New app") : ""
        guard !list.isEmpty else {
            return StudioPage("Apps and ads", in: .apps, body: PageFragments.empty("No apps show your feeds yet.", new))
        }
        let table = list.table("Apps", ["App", "App ID for the SDK", "Ads", "Packages"]) { app in
            [
                "<a href=\"/studio/apps/\(app.id)\">\(PageFragments.userText(app.name))</a>", "<code>\(app.id)</code>",
                "\(app.adsEnabled ? "on" : "off")", "\(app.packageIDs.isEmpty ? "any" : app.packageIDs.joined(separator: ", "))",
            ]
        }
        return StudioPage("Apps and ads", in: .apps, actions: new, body: table)
    }

    /// - Parameters:
    ///   - app: nil for a new one.
    ///   - ads: the app's ads.
    public static func page(_ app: ClientApp?, ads: [AdConfiguration], mayWrite: Bool) -> StudioPage {
        let path = app.map { APIRoute.path("updateApp", $0.id) } ?? APIRoute.path("createApp")
        let form = StudioForm.form(
            app == nil ? "POST" : "PATCH", path, then: app == nil ? "/studio/apps/{id}" : "reload",
            """
            \(Field.text("name", "Name", app?.name ?? "", .required("a name", maxLength: 200)))
            \(Field.area("package_ids", "Allowed packages", app?.packageIDs.joined(separator: "\n") ?? "", hint: "One package name per line. Leave empty to allow any.", kind: .lines, rows: 2))
            \(Field.area("allowed_channels", "Allowed channels", app?.allowedChannels.joined(separator: "\n") ?? "", hint: "One channel ID per line. Leave empty to allow all.", kind: .lines, rows: 2))
            <fieldset data-object="discover" data-base="\(StudioForm.json(app?.discover ?? DiscoverConstraints()))"><legend>Discover feed</legend>
            \(Field.area("discover.allow_tags", "Include only videos with any of these hashtags", app?.discover.allowTags.joined(separator: " ") ?? "", kind: .words, rows: 1))
            \(Field.area("discover.reject_tags", "Exclude videos with any of these hashtags", app?.discover.rejectTags.joined(separator: " ") ?? "", kind: .words, rows: 1))</fieldset>
            \(Field.flag("ads_enabled", "Show ads", app?.adsEnabled ?? false))
            \(Field.flag("dedupe_direct_ads", "Show each ad only once per feed", app?.dedupeDirectAds ?? false))
            """)
        let known: HTML? = app.map { "<p>App ID for the SDK: <code>\($0.id)</code></p>" }
        let delete = app.map {
            StudioForm.delete("the app “\($0.name)”", path, then: "/studio/apps", warning: "Apps that use its ID stop working.")
        }
        return StudioPage(
            app?.name ?? "New app", in: .apps, actions: mayWrite ? delete ?? "" : "",
            body: "\(known)\(form)\(app.map { adList($0, ads, mayWrite) })")
    }

    private static func adList(_ app: ClientApp, _ ads: [AdConfiguration], _ mayWrite: Bool) -> HTML {
        let list = StudioList(ads).table("Ads", ["Placement", "Provider", "Frequency", "Limit"]) { ad in
            [
                "<a href=\"/studio/ads/\(ad.id)\">\(ad.placement.rawValue.replacing("_", with: " "))</a>", "\(ad.provider.rawValue)",
                "every \(ad.interval) items", "\(ad.maxPerSession.map(String.init) ?? "no limit")",
            ]
        }
        let new: HTML = mayWrite ? PageFragments.linkButton("/studio/ads/new?app=\(app.id)", "New ad") : ""
        return "<h2>Ads</h2>\(ads.isEmpty ? "<p>No ads yet.</p>" : list)<p>\(new)</p>"
    }

    /// - Parameters:
    ///   - ad: nil for a new one.
    ///   - app: the id of the app that shows it.
    public static func page(_ ad: AdConfiguration?, app: String, mayWrite: Bool) -> StudioPage {
        let path = ad.map { APIRoute.path("updateAdConfiguration", $0.id) } ?? APIRoute.path("createAdConfiguration")
        let places = AdPlacement.known.map { (value: $0.rawValue, label: $0.rawValue.replacing("_", with: " ")) }
        let providers = AdProvider.known.map { (value: $0.rawValue, label: $0.rawValue.uppercased()) }
        let form = StudioForm.form(
            ad == nil ? "POST" : "PATCH", path, then: "/studio/apps/\(app)",
            """
            \(ad == nil ? Field.hidden("app_id", app) : "")
            <div class="pair">\(Field.choice("placement", "Placement", ad?.placement.rawValue ?? "feed", places))
            \(Field.choice("provider", "Provider", ad?.provider.rawValue ?? "vast", providers))</div>
            \(Field.text("tag_url", "Tag URL", ad?.tagURL ?? "", hint: "The address of a VAST document or an ad server.", type: "url"))
            <div class="pair">\(Field.text("interval", "Items between ads", String(ad?.interval ?? 5), kind: .number, type: "number", FieldRule(isRequired: true, missing: "Enter a number.")))
            \(Field.text("max_per_session", "Limit per session", ad?.maxPerSession.map(String.init) ?? "", hint: "Leave empty for no limit.", kind: .number, type: "number"))</div>
            """)
        let delete = ad == nil ? "" as HTML : StudioForm.delete("this ad", path, then: "/studio/apps/\(app)")
        return StudioPage(ad == nil ? "New ad" : "Ad", in: .apps, actions: mayWrite ? delete : "", body: form)
    }
}
