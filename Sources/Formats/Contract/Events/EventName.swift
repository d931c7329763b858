// SPDX-License-Identifier: Apache-2.0

/// The name of an event. Unknown names are accepted and kept.
public struct EventName: Vocabulary {
    public let rawValue: String

    /// Normalises the ad start event, which an old client spells differently.
    public init(rawValue: String) { self.rawValue = rawValue == "fw:video:adStart" ? "fw:video:ad-start" : rawValue }

    public static let impression = Self(rawValue: "fw:video:impression")
    public static let start = Self(rawValue: "fw:video:start")
    public static let pause = Self(rawValue: "fw:video:pause")
    public static let resume = Self(rawValue: "fw:video:resume")
    public static let firstQuartile = Self(rawValue: "fw:video:first-quartile")
    public static let midpoint = Self(rawValue: "fw:video:midpoint")
    public static let thirdQuartile = Self(rawValue: "fw:video:third-quartile")
    public static let complete = Self(rawValue: "fw:video:complete")
    public static let session = Self(rawValue: "fw:video:session")
    public static let engagedView = Self(rawValue: "fw:video:interactable-engaged-view")
    public static let clickCTA = Self(rawValue: "fw:video:click-cta")
    public static let clickShare = Self(rawValue: "fw:video:click-share")
    public static let share = Self(rawValue: "fw:video:share")
    public static let submitAnswer = Self(rawValue: "fw:video:submit-answer")
    public static let submitChoice = Self(rawValue: "fw:video:submit-choice")
    public static let adStart = Self(rawValue: "fw:video:ad-start")
    public static let adEnd = Self(rawValue: "fw:video:ad-end")

    public static let liveJoin = Self(rawValue: "fw:livestream:join")
    public static let liveUserJoin = Self(rawValue: "fw:livestream:user-join")
    public static let liveUserLeave = Self(rawValue: "fw:livestream:user-leave")
    public static let liveSendLike = Self(rawValue: "fw:livestream:user-send-like")
    public static let liveSendChat = Self(rawValue: "fw:livestream:user-send-chat")

    public static let interactionAnswer = Self(rawValue: "fw:interaction:submit-answer")
    public static let interactionChoice = Self(rawValue: "fw:interaction:submit-choice")
    public static let winnerChosen = Self(rawValue: "fw:interaction:giveaway:winner-chosen")

    public static let productClicked = Self(rawValue: "fw:shopping:product-clicked")
    public static let productListItemImpression = Self(rawValue: "fw:shopping:product-list-item-impression")
    public static let productListItemClicked = Self(rawValue: "fw:shopping:product-list-item-clicked")
    public static let productCardImpression = Self(rawValue: "fw:shopping:product-card-impression")
    public static let productCardClicked = Self(rawValue: "fw:shopping:product-card-clicked")
    public static let pinnedProductImpression = Self(rawValue: "fw:shopping:pinned-product-impression")
    public static let pinnedProductClicked = Self(rawValue: "fw:shopping:pinned-product-clicked")
    public static let productPrimaryCTAClicked = Self(rawValue: "fw:shopping:pdp-primary-cta-clicked")
    public static let requestCheckout = Self(rawValue: "fw:shopping:request-checkout")
    public static let clickBuy = Self(rawValue: "fw:shopping:click-buy")
    public static let clickShopPay = Self(rawValue: "fw:shopping:clickshoppay")
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
