// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// Apps that show feeds, and the ads in them.
public enum StudioApps {
    public static func page(_ list: StudioList<ClientApp>, mayWrite: Bool) -> StudioPage {
        let new: HTML = mayWrite ? Words.go("/studio/apps/new", "New app") : ""
        guard !list.items.isEmpty else {
            return StudioPage("Apps and ads", in: .apps, body: Words.empty("No app shows your feeds yet.", new))
        }
        let table = list.table("Apps", ["App", "Id for the SDK", "Ads", "Packages"]) { app in
            [
                "<a href=\"/studio/apps/\(app.id)\">\(Words.person(app.name))</a>", "<code>\(app.id)</code>",
                "\(app.adsEnabled ? "on" : "off")", "\(app.packageIDs.isEmpty ? "any" : app.packageIDs.joined(separator: ", "))",
            ]
        }
        return StudioPage("Apps and ads", in: .apps, actions: new, body: table)
    }

    /// - Parameters:
    ///   - app: nil for a new one.
    ///   - ads: those of the app.
    public static func page(_ app: ClientApp?, ads: [AdConfiguration], mayWrite: Bool) -> StudioPage {
        let path = "/v1/admin/apps" + (app.map { "/\($0.id)" } ?? "")
        let form = StudioForm.form(
            app == nil ? "POST" : "PATCH", path, then: app == nil ? "/studio/apps/{id}" : "reload",
            """
            \(Field.text("name", "Name", app?.name ?? ""))
            \(Field.area("package_ids", "Packages that may use it", app?.packageIDs.joined(separator: "\n") ?? "", hint: "One a line; none: any may.", kind: .lines, rows: 2))
            \(Field.area("allowed_channels", "Channels that it may show", app?.allowedChannels.joined(separator: "\n") ?? "", hint: "Ids, one a line; none: all.", kind: .lines, rows: 2))
            <fieldset data-object="discover" data-base="\(StudioForm.json(app?.discover ?? DiscoverConstraints()))"><legend>The discover feed</legend>
            \(Field.area("discover.allow_tags", "Discovers only what has one of these hashtags", app?.discover.allowTags.joined(separator: " ") ?? "", kind: .words, rows: 1))
            \(Field.area("discover.reject_tags", "Never discovers what has one of these", app?.discover.rejectTags.joined(separator: " ") ?? "", kind: .words, rows: 1))</fieldset>
            \(Field.flag("ads_enabled", "Shows ads", app?.adsEnabled ?? false))
            \(Field.flag("dedupe_direct_ads", "Shows each ad once in a feed", app?.dedupeDirectAds ?? false))
            """)
        let known: HTML? = app.map { "<p>Its id is <code>\($0.id)</code>: the SDK is initialised with it.</p>" }
        let delete = app.map {
            StudioForm.delete("the app “\($0.name)”", path, then: "/studio/apps", warning: "What uses its id stops working.")
        }
        return StudioPage(
            app?.name ?? "New app", in: .apps, actions: mayWrite ? delete ?? "" : "",
            body: "\(known)\(form)\(app.map { adList($0, ads, mayWrite) })")
    }

    private static func adList(_ app: ClientApp, _ ads: [AdConfiguration], _ mayWrite: Bool) -> HTML {
        let list = StudioList(ads).table("Ads", ["Place", "From", "Behind each", "Most"]) { ad in
            [
                "<a href=\"/studio/ads/\(ad.id)\">\(ad.placement.rawValue.replacing("_", with: " "))</a>", "\(ad.provider.rawValue)",
                "\(ad.interval) items", "\(ad.maxPerSession.map(String.init) ?? "no limit")",
            ]
        }
        let new: HTML = mayWrite ? Words.go("/studio/ads/new?app=\(app.id)", "New ad") : ""
        return "<h2>Ads</h2>\(ads.isEmpty ? "<p>There are none.</p>" : list)<p>\(new)</p>"
    }

    /// - Parameters:
    ///   - ad: nil for a new one.
    ///   - app: the id of the app that shows it.
    public static func page(_ ad: AdConfiguration?, app: String, mayWrite: Bool) -> StudioPage {
        let path = "/v1/admin/ad_configs" + (ad.map { "/\($0.id)" } ?? "")
        let places = AdPlacement.known.map { (value: $0.rawValue, label: $0.rawValue.replacing("_", with: " ")) }
        let providers = AdProvider.known.map { (value: $0.rawValue, label: $0.rawValue.uppercased()) }
        let form = StudioForm.form(
            ad == nil ? "POST" : "PATCH", path, then: "/studio/apps/\(app)",
            """
            \(ad == nil ? Field.hidden("app_id", app) : "")
            <div class="pair">\(Field.choice("placement", "Place", ad?.placement.rawValue ?? "feed", places))
            \(Field.choice("provider", "From", ad?.provider.rawValue ?? "vast", providers))</div>
            \(Field.text("tag_url", "Address of the tag", ad?.tagURL ?? "", hint: "Of a VAST document or an ad server.", type: "url"))
            <div class="pair">\(Field.text("interval", "Behind each … items", String(ad?.interval ?? 5), kind: .number, type: "number"))
            \(Field.text("max_per_session", "Most in one feed", ad?.maxPerSession.map(String.init) ?? "", hint: "Empty: no limit.", kind: .number, type: "number"))</div>
            """)
        let delete = ad == nil ? "" as HTML : StudioForm.delete("this ad", path, then: "/studio/apps/\(app)")
        return StudioPage(ad == nil ? "New ad" : "Ad", in: .apps, actions: mayWrite ? delete : "", body: form)
    }
}
