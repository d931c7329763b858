// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WindowboxContract
import WindowboxFeedKit
import WindowboxTransport

@testable import WindowboxFeed
@testable import WindowboxFeedViews
@testable import WindowboxGTK

/// A scripted service with a live stream's socket, on which a test sends messages.
final class LiveScript: FeedService {
    let calls = ScriptedService.friendly()
    private struct State {
        var send: AsyncThrowingStream<LiveConnection.Event, any Error>.Continuation?
        var seq: Int64 = 0
    }
    private let state = Mutex(State())

    func authenticate(appID: String) async throws(ServiceError) -> GuestToken { try await calls.authenticate(appID: appID) }

    func send<Answer: Decodable & Sendable>(_ call: ServiceCall<Answer>) async throws(ServiceError) -> Answer {
        if Answer.self == NoContent.self, let answer = NoContent() as? Answer { return answer }
        return try await calls.send(call)
    }

    func follow(_ stream: String, after: Int64?, unlockToken: String?) async throws(ServiceError) -> LiveConnection {
        let (events, send) = AsyncThrowingStream<LiveConnection.Event, any Error>.makeStream()
        state.withLock { $0.send = send }
        return LiveConnection(events: events) { send.finish() }
    }

    func send(_ type: SocketMessageType, _ data: JSONValue) {
        state.withLock {
            $0.seq += 1
            $0.send?.yield(.message(SocketMessage(seq: $0.seq, type: type, at: Date(timeIntervalSince1970: 0), data: data)))
        }
    }

    /// Whether the socket is open.
    var isOpen: Bool { state.withLock { $0.send != nil } }

    func cut() { state.withLock { $0.send?.finish(throwing: ServiceError.dead) } }
}

/// A shop that accepts everything.
@MainActor final class YesShop: ShoppingDelegate {
    var result = CartResult.dismissWithFeedback(.success())
    var selected: [String] = []
    var links: [String] = []
    var wishes: [String] = []
    var dress: (inout ProductViewsConfiguration) -> Void = { _ in }

    func shopping(_ shopping: Shopping, willShow views: inout ProductViewsConfiguration, for video: FeedVideo) {
        views.cartIcon.isHidden = false
        dress(&views)
    }

    func shopping(_ shopping: Shopping, selectedSecondary variant: SelectedProductVariant, in video: FeedVideo?) {
        wishes.append(variant.unitID)
    }

    func shopping(_ shopping: Shopping, selected variant: SelectedProductVariant, in video: FeedVideo?) async -> CartResult {
        selected.append(variant.unitID)
        shopping.setCartItemCount(selected.count)
        return result
    }
}

/// A page of one item with all its layers.
@MainActor struct LayerStage {
    let service = LiveScript()
    let host: FeedHost
    let shop = YesShop()
    let shopping: Shopping
    let overlays: ItemOverlays
    let page: FeedPlayerPage

    init(
        language: String = "en", settings: ItemOverlays.Settings = .init(), player: PlayerViewConfiguration = FeedStage.staying,
        _ change: (LiveScript, inout FeedVideo) -> Void
    ) async throws {
        var video = FeedVideo.sample("v1")
        video.hlsURL = nil
        change(service, &video)
        service.calls.answer("/v1/events", EventReceipt(accepted: 1))
        var page = FeedPage.sample(["v1", "v2"])
        page.items[0].video = video
        service.calls.answer("/v1/feeds", page)
        var sdkSettings = FeedSDK.Settings(appID: AppIDLookup(argument: "a1"))
        sdkSettings.language = language
        let sdk = FeedSDK(service, settings: sdkSettings, clock: .still)
        try await sdk.initialize()
        host = FeedHost(sdk, serviceAddress: "https://s.example", transport: RoutingTransport())
        host.knowsSwiping = true
        shopping = Shopping(sdk, delegate: shop)
        overlays = ItemOverlays(host, shopping: shopping, settings: settings)
        let feed = Feed(.channelVideos("c1"), sdk: sdk)
        let events = feed.events
        feed.load()
        for await event in events { if case .loadFinished = event { break } }
        self.page = FeedPlayerPage(feed, host: host, configuration: player)
        overlays.attach(to: self.page)
    }

    static func live(_ id: String = "l1", _ status: LiveStatus = .live, _ change: (inout LiveStream) -> Void = { _ in }) -> LiveStream {
        var stream = LiveStream(id: id, videoID: "v1", channelID: "c1", title: "Show")
        stream.status = status
        change(&stream)
        return stream
    }

    static func shirt(_ id: String = "p1") -> Product {
        var product = Product.sample(id, prices: ["10", "12"])
        product.name = "Shirt <b>bold</b>"
        for (index, size) in ["S", "M"].enumerated() { product.units[index].options = [ProductOption(name: "Size", value: size)] }
        product.units[0].originalPrice = Amount("20")
        product.units[1].isAvailable = false
        return product
    }
}
