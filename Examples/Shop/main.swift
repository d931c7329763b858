// SPDX-License-Identifier: Apache-2.0

// Shoppable videos: products over each video, a page with their variants, and the program's own cart. Pass the addresses of some videos:
//
//     swift run Shop https://example.com/tea.m3u8 https://example.com/cups.m3u8

import Foundation
import WindowboxContract
import WindowboxFeed
import WindowboxFeedViews
import WindowboxGTK

let addresses = Array(CommandLine.arguments.dropFirst())
guard !addresses.isEmpty else {
    print("usage: Shop ADDRESS...")
    exit(2)
}
let application = Application(id: "org.windowbox.Shop") { application in
    var settings = FeedSDK.Settings(appID: AppIDLookup(argument: "shop"))
    settings.trackingLevel = .none
    // Replace this by a `ServiceClient` to get everything from a service.
    let sdk = FeedSDK(SmallService(addresses: addresses), settings: settings)
    let host = FeedHost(sdk, serviceAddress: "https://shop.example")
    let keeper = Shopkeeper()
    let shopping = Shopping(sdk, delegate: keeper)
    var layers = ItemOverlays.Settings()
    layers.cart = { keeper.cart() }
    let overlays = ItemOverlays(host, shopping: shopping, settings: layers)
    let window = Window(application: application, title: "Shop", width: 420, height: 760)
    window.present()
    Task {
        do {
            try await sdk.initialize()
            let page = FeedPlayerPage(Feed(.discover, sdk: sdk), host: host)
            overlays.attach(to: page)
            page.onClose = { window.close() }
            window.setContent(page)
        } catch {
            print("\(error)")
            exit(1)
        }
        // Keeps the shopkeeper alive as long as the window.
        window.onClose { _ = keeper }
    }
}
exit(application.run())
