// SPDX-License-Identifier: Apache-2.0

// A story block in a scrolling page of text: it plays muted while it is visible, and its button opens full screen.
//
//     windowbox demo --serve-only                        # prints an address
//     swift run StoryInPage http://127.0.0.1:8080 samples samples

import Foundation
import WindowboxFeed
import WindowboxFeedViews
import WindowboxGTK
import WindowboxTransport

let words = CommandLine.arguments.dropFirst().map { $0 }
guard words.count == 3 else {
    print("usage: StoryInPage SERVICE APP-ID CHANNEL")
    exit(2)
}
let (address, app, channel) = (words[0], words[1], words[2])
let application = Application(id: "org.windowbox.StoryInPage") { application in
    // The service may run on this machine, without TLS; for a remote one, leave the transport out.
    let transport: RoutingTransport = .allowingPlainHTTP
    let client = ServiceClient(.init(address: address, packageID: "org.windowbox.StoryInPage"), transport: transport)
    let sdk = FeedSDK(client, settings: .init(appID: AppIDLookup(argument: app)))
    let host = FeedHost(sdk, serviceAddress: address, transport: transport)
    let window = Window(application: application, title: "Story in a Page", width: 420, height: 760)
    window.present()
    Task {
        do throws(FeedSDKError) { try await sdk.initialize() } catch {
            print("\(error)")
            exit(1)
        }
        window.setContent(Article(host, channel: channel))
    }
}
exit(application.run())
