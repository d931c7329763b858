// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxContract
public import WindowboxFeed
public import WindowboxGTK

/// Products, live streams, chats, polls and games over player pages. One for a program.
///
/// ```swift
/// host.onPage = { overlays.attach(to: $0) }
/// ```
@MainActor public final class ItemOverlays {
    public struct Settings: Sendable {
        /// Makes the cart that is shown; nil: the program has none.
        public var cart: (@MainActor () -> WindowboxGTK.Widget)?
        /// Where reminders are put as files of a calendar.
        public var calendars = FileManager.default.temporaryDirectory.appending(path: "windowbox-reminders")
        /// Seconds that a short message stays.
        public var noteSeconds = 3.0

        public init() {}
    }

    public let host: FeedHost
    public let shopping: Shopping
    public let settings: Settings
    /// Asked when a person wants to see where a poll or a game leads; true: the program did something of its own.
    public var onGameLink: (@MainActor (GameLink) -> Bool)?
    /// Makes what is on the card of a product over a video, in place of our own; a click on it stays what it is. Nil: our own.
    public var makeProductCard: (@MainActor (ShownProduct, FeedVideo) -> WindowboxGTK.Widget)?
    /// Called with the file of a reminder; nil: the person's calendar opens it.
    public var onReminder: (@MainActor (URL) -> Void)?

    public init(_ host: FeedHost, shopping: Shopping, settings: Settings = Settings()) {
        (self.host, self.shopping, self.settings) = (host, shopping, settings)
        shopping.hasCartProvider = settings.cart != nil
        ShopStyle.install()
    }

    /// Puts the layers over a page; they go with it.
    public func attach(to page: FeedPlayerPage) {
        let overlay = PageOverlay(self, page)
        let sdk = host.sdk
        page.state.saysAvailabilityElsewhere = true
        // The page holds what is bound to it, and nothing here holds the page.
        page.bind(to: { [weak page] in
            OverlayKey(shown: page?.state.shown, language: sdk.language, isMoving: page?.state.isMoving ?? false)
        }) { _, key in overlay.show(key) }
        page.bind(to: { [weak page] in page?.state.size ?? PageSize(width: 0, height: 0) }) { _, size in overlay.fit(size) }
    }
}

/// What layers are made for; with another one they are made anew.
struct OverlayKey: Equatable {
    var shown: ShownItem?
    var language: FeedLanguage
    /// They are made once the picture is in its place: until then the machine is needed for that.
    var isMoving: Bool
}
