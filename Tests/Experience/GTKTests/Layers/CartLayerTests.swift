// SPDX-License-Identifier: Apache-2.0

import CGTK
import Testing
import WindowboxContract
import WindowboxFeedKit

@testable import WindowboxFeed
@testable import WindowboxFeedViews
@testable import WindowboxGTK

extension OnDisplay {
    @MainActor struct CartLayers {
        private func fill(_ keeper: CartKeeper, _ shopping: Shopping) async {
            let shirt = LayerStage.shirt()
            for unit in shirt.units { _ = await keeper.shopping(shopping, selected: SelectedProductVariant(shirt, unit), in: nil) }
        }

        @Test("SHOP-5 The cart shows its items and total, removes an item, and orders the rest") func cart() async throws {
            let stage = try await FeedStage()
            stage.service.answer("/v1/purchases", PurchaseAccepted(attributed: false))
            let keeper = CartKeeper(stage.host.sdk) { "o1" }
            let shopping = Shopping(stage.host.sdk, delegate: keeper)
            let view = CartView(keeper, host: stage.host)
            try await withWindow(view, width: 380, height: 600) { _ in
                #expect(await eventually { vacancy(of: view) == "Your cart is empty" })
                #expect(button("Place order", below: view) == nil)
                await fill(keeper, shopping)
                let line = "Shirt <b>bold</b>, Unit 0"
                #expect(await eventually { texts(below: view).contains(line) })
                #expect(texts(below: view).contains("Total: \u{2068}€22.00\u{2069}"))
                button("Remove \(line)", below: view)?.click()
                #expect(await eventually { texts(below: view).contains("Total: \u{2068}€12.00\u{2069}") })
                #expect(!texts(below: view).contains(line))
                #expect(vacancy(of: view) == nil)
                button("Place order", below: view)?.click()
                #expect(await eventually { vacancy(of: view) == "Order \u{2068}o1\u{2069} placed" })
                await stage.host.sdk.flush()
                #expect(stage.service.purchases.map(\.orderID) == ["o1"])
            }
        }

        /// The title of the visible page that stands in for items.
        private func vacancy(of view: CartView) -> String? {
            var found: String?
            BindingCounts.visit(view) { if let page = $0 as? StatusPage, page.isMapped { found = page.title } }
            return found
        }

        @Test("SHOP-6 Assistive technology finds the cart's parts by role and name") func roles() async throws {
            let stage = try await FeedStage()
            let keeper = CartKeeper(stage.host.sdk)
            let shopping = Shopping(stage.host.sdk, delegate: keeper)
            await fill(keeper, shopping)
            let view = CartView(keeper, host: stage.host)
            try await withWindow(view, width: 380, height: 600) { _ in
                guard let process = try await AccessibilityTree.ofThisProcess() else {
                    return withKnownIssue("no accessibility bus") { Issue.record("not tested") }
                }
                let names = Set(await process.outline.keys)
                #expect(names.isSuperset(of: ["list: Cart", "button: Place order", "button: Remove Shirt <b>bold</b>, Unit 1"]))
            }
        }
    }
}
