// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// Stores, to which products belong.
public enum StudioStores {
    public static func page(_ list: StudioList<BusinessStore>, mayWrite: Bool) -> StudioPage {
        let new: HTML = mayWrite ? PageFragments.linkButton("/studio/stores/new", "New store") : ""
        guard !list.isEmpty else {
            return StudioPage("Stores", in: .stores, body: PageFragments.empty("No stores yet. Every product belongs to a store.", new))
        }
        let table = list.table("Stores", ["Store", "Currency", "Platform", "ID"]) { store in
            [
                "<a href=\"/studio/stores/\(store.id)\">\(PageFragments.userText(store.name))</a>", "\(store.currency)",
                "<bdi>\(store.platform)</bdi>", "<code>\(store.id)</code>",
            ]
        }
        return StudioPage("Stores", in: .stores, actions: new, body: table)
    }

    /// - Parameter store: nil for a new one.
    public static func page(_ store: BusinessStore?, mayWrite: Bool) -> StudioPage {
        let path = store.map { APIRoute.path("updateBusinessStore", $0.id) } ?? APIRoute.path("createBusinessStore")
        let form = StudioForm.form(
            store == nil ? "POST" : "PATCH", path, then: store == nil ? "/studio/stores" : "reload",
            """
            \(Field.text("name", "Name", store?.name ?? "", .required("a name", maxLength: 200)))
            <div class="pair">\(Field.text("currency", "Currency", store?.currency ?? "", hint: "A currency code such as EUR.", .currency))
            \(Field.text("platform", "Shop software", store?.platform ?? ""))</div>
            \(Field.text("url", "Web address", store?.url ?? "", kind: .optional, type: "url"))
            \(Field.text("checkout_url", "Checkout address", store?.checkoutURL ?? "", hint: "Carts are sent there with signed links. Leave empty to take orders here.", kind: .optional, type: "url"))
            \(Field.flag("collects_contact", "Ask buyers for their name, email and address", store?.collectsContact ?? false, hint: "Only without a checkout address. The orders are under Orders, Placed here."))
            """)
        let delete = store.map { StudioForm.delete("the store “\($0.name)”", path, then: "/studio/stores") }
        let key: HTML? = store?.checkoutKey.map { key in
            """
            <dl class="facts"><dt>Signing key for carts</dt><dd><details><summary>Show</summary><code>\(key)</code></details></dd></dl>
            """
        }
        return StudioPage(
            store?.name ?? "New store", in: .stores, actions: mayWrite ? delete ?? "" : "", body: "\(form)\(mayWrite ? key : nil)")
    }
}
