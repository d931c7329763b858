// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// How everything about products looks over one video.
public struct ProductViewsConfiguration: Hashable, Sendable {
    public var cartIcon = CartIcon()
    public var card = ProductCardConfiguration()
    public var details = ProductDetailsConfiguration()

    public init() {}
}

/// The host's side of shopping; each is called on the main actor. All have an answer by default.
@MainActor public protocol ShoppingDelegate: AnyObject {
    /// Before products of a video are shown: the place to change how they look. The number in the cart is kept.
    func shopping(_ shopping: Shopping, willShow views: inout ProductViewsConfiguration, for video: FeedVideo)

    /// What the shop knows better about products; asked once for each video.
    /// - Parameter externalIDs: as the shop calls them.
    func shopping(_ shopping: Shopping, detailsFor externalIDs: [String], of video: FeedVideo?) async throws -> [ProductHydration]

    /// A product's button was pressed. An answer after the limit counts as none.
    func shopping(_ shopping: Shopping, selected variant: SelectedProductVariant, in video: FeedVideo?) async -> CartResult

    /// The second button of a product's page was pressed.
    func shopping(_ shopping: Shopping, selectedSecondary variant: SelectedProductVariant, in video: FeedVideo?)

    /// - Returns: true when the host did something of its own, so that the product's page stays closed.
    func shopping(_ shopping: Shopping, tapped product: ShownProduct, in video: FeedVideo?) -> Bool

    /// - Returns: true when the host did something of its own, so that the address is not opened.
    func shopping(_ shopping: Shopping, tappedLink url: String, of variant: SelectedProductVariant, in video: FeedVideo?) -> Bool

    /// Only where the cart's icon does what the host wants.
    func shopping(_ shopping: Shopping, tappedCartIconIn video: FeedVideo?)
}

extension ShoppingDelegate {
    public func shopping(_ shopping: Shopping, willShow views: inout ProductViewsConfiguration, for video: FeedVideo) {}
    public func shopping(
        _ shopping: Shopping, detailsFor externalIDs: [String], of video: FeedVideo?
    ) async throws -> [ProductHydration] { [] }
    public func shopping(_ shopping: Shopping, selectedSecondary variant: SelectedProductVariant, in video: FeedVideo?) {}
    public func shopping(_ shopping: Shopping, tapped product: ShownProduct, in video: FeedVideo?) -> Bool { false }
    public func shopping(
        _ shopping: Shopping, tappedLink url: String, of variant: SelectedProductVariant, in video: FeedVideo?
    ) -> Bool { false }
    public func shopping(_ shopping: Shopping, tappedCartIconIn video: FeedVideo?) {}
}
