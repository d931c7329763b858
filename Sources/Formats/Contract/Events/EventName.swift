// SPDX-License-Identifier: Apache-2.0

/// The name of an event. Unknown names are accepted and kept.
public struct EventName: Vocabulary {
    public let rawValue: String

    /// Normalises the ad start event, which an old client spells differently.
    public init(rawValue: String) { self.rawValue = rawValue == "fw:video:adStart" ? "fw:video:ad-start" : rawValue }

    /// A video was visible.
    public static let impression = Self(rawValue: "fw:video:impression")
    /// Playback has started.
    public static let start = Self(rawValue: "fw:video:start")
    /// Playback was paused.
    public static let pause = Self(rawValue: "fw:video:pause")
    /// Playback was resumed.
    public static let resume = Self(rawValue: "fw:video:resume")
    /// A quarter of the video was played.
    public static let firstQuartile = Self(rawValue: "fw:video:first-quartile")
    /// Half of the video was played.
    public static let midpoint = Self(rawValue: "fw:video:midpoint")
    /// Three quarters of the video were played.
    public static let thirdQuartile = Self(rawValue: "fw:video:third-quartile")
    /// The video was played to its end.
    public static let complete = Self(rawValue: "fw:video:complete")
    /// The viewing has ended; its properties have the measurements of ``SessionMeasure``.
    public static let session = Self(rawValue: "fw:video:session")
    /// The viewer has watched long enough for a view to count as engaged.
    public static let engagedView = Self(rawValue: "fw:video:interactable-engaged-view")
    /// The viewer clicked the call-to-action button.
    public static let clickCTA = Self(rawValue: "fw:video:click-cta")
    /// The viewer clicked the share button.
    public static let clickShare = Self(rawValue: "fw:video:click-share")
    /// The viewer has chosen where to share the video.
    public static let share = Self(rawValue: "fw:video:share")
    /// The viewer has answered a question of a video.
    public static let submitAnswer = Self(rawValue: "fw:video:submit-answer")
    /// The viewer has chosen an option of a poll of a video.
    public static let submitChoice = Self(rawValue: "fw:video:submit-choice")
    /// An ad has started.
    public static let adStart = Self(rawValue: "fw:video:ad-start")
    /// An ad has ended.
    public static let adEnd = Self(rawValue: "fw:video:ad-end")

    /// A live stream was opened.
    public static let liveJoin = Self(rawValue: "fw:livestream:join")
    /// The viewer has joined a live stream.
    public static let liveUserJoin = Self(rawValue: "fw:livestream:user-join")
    /// The viewer has left a live stream.
    public static let liveUserLeave = Self(rawValue: "fw:livestream:user-leave")
    /// The viewer has sent a like.
    public static let liveSendLike = Self(rawValue: "fw:livestream:user-send-like")
    /// The viewer has sent a chat message.
    public static let liveSendChat = Self(rawValue: "fw:livestream:user-send-chat")

    /// The viewer has answered a question of a live stream.
    public static let interactionAnswer = Self(rawValue: "fw:interaction:submit-answer")
    /// The viewer has chosen an option of a poll of a live stream.
    public static let interactionChoice = Self(rawValue: "fw:interaction:submit-choice")
    /// The winners of a giveaway were drawn.
    public static let winnerChosen = Self(rawValue: "fw:interaction:giveaway:winner-chosen")

    /// The viewer clicked a product.
    public static let productClicked = Self(rawValue: "fw:shopping:product-clicked")
    /// A product was visible in the list of products.
    public static let productListItemImpression = Self(rawValue: "fw:shopping:product-list-item-impression")
    /// The viewer clicked a product in the list of products.
    public static let productListItemClicked = Self(rawValue: "fw:shopping:product-list-item-clicked")
    /// A product card was visible.
    public static let productCardImpression = Self(rawValue: "fw:shopping:product-card-impression")
    /// The viewer clicked a product card.
    public static let productCardClicked = Self(rawValue: "fw:shopping:product-card-clicked")
    /// A pinned product was visible.
    public static let pinnedProductImpression = Self(rawValue: "fw:shopping:pinned-product-impression")
    /// The viewer clicked a pinned product.
    public static let pinnedProductClicked = Self(rawValue: "fw:shopping:pinned-product-clicked")
    /// The viewer pressed the main button of a product page.
    public static let productPrimaryCTAClicked = Self(rawValue: "fw:shopping:pdp-primary-cta-clicked")
    /// The viewer wants to check out.
    public static let requestCheckout = Self(rawValue: "fw:shopping:request-checkout")
    /// The viewer pressed the button that buys.
    public static let clickBuy = Self(rawValue: "fw:shopping:click-buy")
    /// The viewer pressed the button of Shop Pay.
    public static let clickShopPay = Self(rawValue: "fw:shopping:clickshoppay")
    /// The viewer asked for the total price.
    public static let clickCalculateTotal = Self(rawValue: "fw:shopping:click-calculate-total")

    public static let known: [Self] = [
        impression, start, pause, resume, firstQuartile, midpoint, thirdQuartile, complete, session, engagedView, clickCTA, clickShare,
        share,
        submitAnswer, submitChoice, adStart, adEnd, liveJoin, liveUserJoin, liveUserLeave, liveSendLike, liveSendChat, interactionAnswer,
        interactionChoice, winnerChosen, productClicked, productListItemImpression, productListItemClicked, productCardImpression,
        productCardClicked, pinnedProductImpression, pinnedProductClicked, productPrimaryCTAClicked, requestCheckout, clickBuy,
        clickShopPay,
        clickCalculateTotal,
    ]

    public static let isOpen = true

    /// Whether the event is kept for viewers who allow only essential tracking.
    public var isEssential: Bool { self == .impression || self == .start || self == .complete }

    /// Events that a purchase can be attributed to.
    public static let attributable: [Self] = [
        productClicked, productListItemClicked, productCardClicked, pinnedProductClicked, productPrimaryCTAClicked, engagedView,
    ]
}
