// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract
import WindowboxFeedKit
import WindowboxKit
import WindowboxTransport

@testable import WindowboxFeed
@testable import WindowboxFeedViews
@testable import WindowboxGTK

/// A scripted service, a host, and feeds of generated streams.
@MainActor struct FeedStage {
    let service = ScriptedService.friendly()
    let host: FeedHost

    init(language: String = "en") async throws {
        service.answer("/v1/events", EventReceipt(accepted: 1))
        var settings = FeedSDK.Settings(appID: AppIDLookup(argument: "a1"))
        settings.language = language
        let sdk = FeedSDK(service, settings: settings, clock: .still)
        try await sdk.initialize()
        host = FeedHost(sdk, serviceAddress: "https://s.example", transport: RoutingTransport())
        host.knowsSwiping = true
    }

    /// A loaded feed.
    func feed(
        _ count: Int, stream: String = "short", configuration: WidgetConfiguration = .videoFeed(),
        _ change: (inout FeedVideo, Int) -> Void = { _, _ in }
    ) async throws -> Feed {
        let address = try GeneratedStreams.named(stream).address
        var page = FeedPage.sample((0..<count).map { "v\($0)" })
        for index in page.items.indices {
            guard var video = page.items[index].video else { continue }
            video.hlsURL = address
            video.posterURL = Self.poster
            change(&video, index)
            page.items[index].video = video
        }
        service.answer("/v1/feeds", page)
        let feed = Feed(.channelVideos("c1"), configuration: configuration, sdk: host.sdk)
        let events = feed.events
        feed.load()
        for await event in events { if case .loadFinished = event { break } }
        return feed
    }

    /// Videos stay at their ends, so that a short one does not advance too early on a slow machine.
    static var staying: PlayerViewConfiguration {
        var configuration = PlayerViewConfiguration()
        configuration.videoCompleteAction = .stop
        return configuration
    }

    /// A plain red image.
    static let poster: String = {
        let file = PicturePool(capacity: 0).plain(0xFFCC_2222).png ?? []
        return "data:image/png;base64," + Data(file).base64EncodedString()
    }()
}

/// The texts of all labels and buttons below a widget.
@MainActor func texts(below widget: WindowboxGTK.Widget) -> [String] {
    var found: [String] = []
    BindingCounts.visit(widget) { widget in
        guard widget.isMapped else { return }
        if let label = widget as? Label { found.append(label.text) }
        if let button = widget as? Button { found.append(button.says) }
    }
    return found
}

/// The first visible button with that name.
@MainActor func button(_ name: String, below widget: WindowboxGTK.Widget) -> Button? {
    var found: Button?
    BindingCounts.visit(widget) { widget in
        guard found == nil, widget.isMapped, let button = widget as? Button else { return }
        if button.says == name { found = button }
    }
    return found
}

extension Button {
    /// Its text, or its name if it shows an icon or other content.
    var says: String { title.isEmpty ? name : title }
}
