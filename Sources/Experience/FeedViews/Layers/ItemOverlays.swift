// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxContract
public import WindowboxFeed
public import WindowboxGTK

// given: import WindowboxFeedViews
// given: let (host, overlays): (FeedHost, ItemOverlays) = { fatalError() }()
/// Products, live streams, chats, polls and games over player pages. One instance per process.
///
/// ```swift
/// host.onPage = { overlays.attach(to: $0) }
/// ```
@MainActor public final class ItemOverlays {
    /// The program's part in carts, reminders and messages.
    public struct Settings: Sendable {
        /// Creates the cart view; nil if the program has no cart.
        public var cart: (@MainActor () -> WindowboxGTK.Widget)?
        /// Folder for reminders as calendar files.
        public var calendars = FileManager.default.temporaryDirectory.appending(path: "windowbox-reminders")
        /// Display time of short messages, in seconds.
        public var noteSeconds = 3.0

        public init() {}
    }

    /// The services and callbacks of the program.
    public let host: FeedHost
    /// Products, the cart, and what happens when they are clicked.
    public let shopping: Shopping
    /// What is shown, as given at initialization.
    public let settings: Settings
    /// Called when the user opens a link of a poll or game; return true if the program handled it.
    public var onGameLink: (@MainActor (GameLink) -> Bool)?
    /// Creates the content of a product card over a video; clicks are still handled by the card. Nil uses the built-in content.
    public var makeProductCard: (@MainActor (ShownProduct, FeedVideo) -> WindowboxGTK.Widget)?
    /// Called with a reminder's calendar file; nil opens it in the user's calendar.
    public var onReminder: (@MainActor (URL) -> Void)?

    public init(_ host: FeedHost, shopping: Shopping, settings: Settings = Settings()) {
        (self.host, self.shopping, self.settings) = (host, shopping, settings)
        shopping.hasCartProvider = settings.cart != nil
        ShopStyle.install()
    }

    /// Adds the layers to a page, for the page's lifetime.
    public func attach(to page: FeedPlayerPage) {
        let overlay = PageOverlay(self, page)
        let sdk = host.sdk
        page.state.saysAvailabilityElsewhere = true
        // The page retains its bindings; nothing here retains the page.
        page.bind(to: { [weak page] in
            OverlayKey(shown: page?.state.shown, language: sdk.language, isMoving: page?.state.isMoving ?? false)
        }) { _, key in overlay.show(key) }
        page.bind(to: { [weak page] in page?.state.size ?? PageSize(width: 0, height: 0) }) { _, size in overlay.fit(size) }
    }
}

/// Determines when layers must be rebuilt.
struct OverlayKey: Equatable {
    var shown: ShownItem?
    var language: FeedLanguage
    /// Layers are created after the transition, so that they don't slow it down.
    var isMoving: Bool
}
