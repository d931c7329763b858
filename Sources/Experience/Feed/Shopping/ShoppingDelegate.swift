// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// The appearance of products over a video.
public struct ProductViewsConfiguration: Hashable, Sendable {
    /// The cart icon over the video; hidden by default.
    public var cartIcon = CartIcon()
    /// The card of a product over the video.
    public var card = ProductCardConfiguration()
    /// The page of a product.
    public var details = ProductDetailsConfiguration()

    public init() {}
}

/// The host's part of shopping. Methods are called on the main actor and have default implementations.
@MainActor public protocol ShoppingDelegate: AnyObject {
    /// Called before a video's products are shown, to change their appearance. The number of items in the cart can't be changed.
    func shopping(_ shopping: Shopping, willShow views: inout ProductViewsConfiguration, for video: FeedVideo)

    /// Provides the shop's product details; called once per video.
    /// - Parameter externalIDs: the shop's product IDs.
    func shopping(_ shopping: Shopping, detailsFor externalIDs: [String], of video: FeedVideo?) async throws -> [ProductHydration]

    /// Called when a product's button was pressed. Responses after the timeout are ignored.
    func shopping(_ shopping: Shopping, selected variant: SelectedProductVariant, in video: FeedVideo?) async -> CartResult

    /// Called when the secondary button of a product page was pressed.
    func shopping(_ shopping: Shopping, selectedSecondary variant: SelectedProductVariant, in video: FeedVideo?)

    /// - Returns: true if the host handled the tap and the product page should not open.
    func shopping(_ shopping: Shopping, tapped product: ShownProduct, in video: FeedVideo?) -> Bool

    /// - Returns: true if the host handled the tap and the URL should not be opened.
    func shopping(_ shopping: Shopping, tappedLink url: String, of variant: SelectedProductVariant, in video: FeedVideo?) -> Bool

    /// Called only if the cart icon's action is custom.
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
