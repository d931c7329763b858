// SPDX-License-Identifier: Apache-2.0

// A service's feed in your own window: a grid whose thumbnails play, the full-screen player, products, a hashtag field.
//
//     windowbox demo --serve-only                        # prints an address
//     swift run FeedApp http://127.0.0.1:8080 samples samples
//     swift run FeedApp http://127.0.0.1:8080 samples samples "(and calm (not night))"

import Foundation
import WindowboxFeed
import WindowboxFeedViews
import WindowboxGTK
import WindowboxTransport

let words = CommandLine.arguments.dropFirst().map { $0 }
guard (3...4).contains(words.count) else {
    print("usage: FeedApp SERVICE APP-ID CHANNEL [HASHTAGS]")
    exit(2)
}
let (address, app, channel) = (words[0], words[1], words[2])
let source = words.count > 3 ? ContentSource.hashtagPlaylist(channel: channel, filter: words[3]) : .channelVideos(channel)
let application = Application(id: "org.windowbox.FeedApp") { application in
    // The service may run on this machine, without TLS; for a remote one, leave the transport out.
    let transport: RoutingTransport = .allowingPlainHTTP
    let client = ServiceClient(.init(address: address, packageID: "org.windowbox.FeedApp"), transport: transport)
    let sdk = FeedSDK(client, settings: .init(appID: AppIDLookup(argument: app)))
    let host = FeedHost(sdk, serviceAddress: address, transport: transport)
    // This program keeps the cart, and reports orders to the service.
    let keeper = CartKeeper(sdk)
    var layers = ItemOverlays.Settings()
    layers.cart = { CartView(keeper, host: host) }
    let overlays = ItemOverlays(host, shopping: Shopping(sdk, delegate: keeper), settings: layers)
    host.onPage = { overlays.attach(to: $0) }

    let browser = FeedBrowser(host, source: source)
    let window = Window(application: application, title: "Feed App", width: 900, height: 700)
    window.setContent(browser)
    browser.onFullScreen = { [weak window] in window?.isFullScreen.toggle() }
    window.onClose {
        browser.closePlayer()
        // Keeps them alive as long as the window.
        withExtendedLifetime((keeper, overlays)) {}
    }
    window.present()
}
exit(application.run())
