// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// Products with their variants and prices.
public enum StudioProducts {
    public static func page(_ list: StudioList<Product>, stores: [BusinessStore], mayWrite: Bool) -> StudioPage {
        let new: HTML = mayWrite && !stores.isEmpty ? PageFragments.linkButton("/studio/products/new", "New product") : ""
        guard !list.isEmpty else {
            let first = stores.isEmpty ? PageFragments.linkButton("/studio/stores/new", "New store") : new
            let text = stores.isEmpty ? "Every product belongs to a store. Create a store first." : "No products yet."
            return StudioPage("Products", in: .products, body: PageFragments.empty(text, first))
        }
        let names = Dictionary(stores.map { ($0.id, $0.name) }) { first, _ in first }
        let table = list.table("Products", ["Product", "Price", "Variants", "Store", "Availability"]) { product in
            let image = product.images.first(where: \.primary) ?? product.images.first
            return [
                """
                <a class="video" href="/studio/products/\(product.id)">\(PageFragments.picture(image?.url, width: 48, isSquare: true))
                <span>\(PageFragments.userText(product.name))</span></a>
                """,
                price(product), "\(product.units.count)", "<bdi>\(names[product.storeID] ?? product.storeID)</bdi>",
                "\(product.hidden ? "hidden" : product.isAvailable ? "available" : "sold out")",
            ]
        }
        return StudioPage("Products", in: .products, actions: new, body: table)
    }

    private static func price(_ product: Product) -> HTML {
        let prices = product.units.map(\.price)
        guard let low = prices.min(), let high = prices.max() else { return "–" }
        let (least, most) = (FigureFormatter.money(low, product.currency), FigureFormatter.money(high, product.currency))
        return "\(low == high ? least : "\(least) – \(most)")"
    }

    /// - Parameter product: nil for a new one.
    public static func page(_ product: Product?, stores: [BusinessStore], mayWrite: Bool) -> StudioPage {
        let path = product.map { APIRoute.path("updateProduct", $0.id) } ?? APIRoute.path("createProduct")
        let store = product?.storeID ?? stores.first?.id ?? ""
        let form = StudioForm.form(
            product == nil ? "POST" : "PATCH", path, then: product == nil ? "/studio/products/{id}" : "reload",
            """
            \(Field.text("name", "Name", product?.name ?? "", .required("a name", maxLength: 200)))
            \(Field.text("subtitle", "Subtitle", product?.subtitle ?? ""))
            \(Field.area("description", "Description", product?.description ?? ""))
            <div class="pair">\(Field.choice("store_id", "Store", store, stores.map { ($0.id, $0.name) }))
            \(Field.text("external_id", "Product ID in the store", product?.externalID ?? "", .required("the product’s ID in the store", maxLength: 128)))</div>
            \(Field.text("currency", "Currency", product?.currency ?? stores.first?.currency ?? "", hint: "A currency code such as EUR.", .currency))
            \(units(product)) \(images(product))
            <fieldset><legend>Display</legend>
            \(Field.flag("is_available", "Available to buy", product?.isAvailable ?? true))
            \(Field.flag("hidden", "Hidden from viewers", product?.hidden ?? false))
            \(Field.flag("hide_price", "Hide the price", product?.hidePrice ?? false))
            \(Field.flag("hide_primary_cta", "Hide the buy button", product?.hidePrimaryCTA ?? false))</fieldset>
            \(StudioVideo.button(product?.customCTA, name: "custom_cta"))
            """)
        let delete = product.map { StudioForm.delete("the product “\($0.name)”", path, then: "/studio/products") }
        return StudioPage(product?.name ?? "New product", in: .products, actions: mayWrite ? delete ?? "" : "", body: form)
    }

    private static func units(_ product: Product?) -> HTML {
        let items: [HTML] = (product?.units ?? []).enumerated().map { index, unit in item(unit, at: String(index)) }
        return StudioForm.list(
            "units", "Variants", items: items, blank: item(nil, at: "__"), add: "Add a variant",
            hint: "Each variant has its own price, such as 19.90.")
    }

    private static func item(_ unit: ProductUnit?, at place: String) -> HTML {
        let name = "units[\(place)]"
        let blank = #"{"id":"$new","is_available":true,"options":[],"position":0}"#
        return StudioForm.item(
            unit?.name ?? "a variant", json: unit.map { StudioForm.json($0) } ?? blank,
            """
            <div class="pair">\(Field.text("\(name).name", "Name", unit?.name ?? "", hint: "Such as Blue, M.", .atMost(200)))
            \(Field.text("\(name).external_id", "Variant ID in the store", unit?.externalID ?? "", .required("the variant’s ID in the store", maxLength: 128)))</div>
            <div class="pair">\(Field.text("\(name).price", "Price", unit?.price.description ?? "", .price, more: " inputmode=\"decimal\""))
            \(Field.text("\(name).original_price", "Original price", unit?.originalPrice?.description ?? "", kind: .optional, .priceOrNone, more: " inputmode=\"decimal\""))
            \(Field.text("\(name).sku", "SKU", unit?.sku ?? "", kind: .optional))</div>
            \(Field.text("\(name).url", "Purchase page URL", unit?.url ?? "", kind: .optional, type: "url"))
            \(Field.flag("\(name).is_available", "Available to buy", unit?.isAvailable ?? true))
            """)
    }

    private static func images(_ product: Product?) -> HTML {
        func item(_ image: ProductImage?, at place: String) -> HTML {
            let name = "images[\(place)]"
            let blank = #"{"external_id":"$new","position":0,"primary":false,"title":""}"#
            return StudioForm.item(
                image?.title ?? "a picture", json: image.map { StudioForm.json($0) } ?? blank,
                """
                \(image.map { PageFragments.picture($0.url, width: 64, isSquare: true) })
                <div class="pair">\(Field.text("\(name).url", "Web address", image?.url ?? "", type: "url", .required("the picture’s web address")))
                \(Field.text("\(name).title", "Description", image?.title ?? ""))</div>
                \(Field.flag("\(name).primary", "Main image", image?.primary ?? false))
                """)
        }
        return StudioForm.list(
            "images", "Pictures", items: (product?.images ?? []).enumerated().map { item($1, at: String($0)) }, blank: item(nil, at: "__"),
            add: "Add a picture")
    }
}
