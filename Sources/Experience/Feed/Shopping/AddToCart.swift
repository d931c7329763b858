// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// A product variant that the user wants to buy.
public struct SelectedProductVariant: Hashable, Sendable {
    /// The shop's identifiers.
    public var productID: String
    /// The shop's identifier of the variant.
    public var unitID: String
    /// The product as shown.
    public var product: Product
    /// The variant that the user selected.
    public var variant: ProductUnit
    /// The URL of the product's page; nil if there is none.
    public var url: String?
    /// The product's own button; nil for the usual one.
    public var customCTA: CallToAction?

    public init(_ product: Product, _ variant: ProductUnit) {
        (productID, unitID) = (product.externalID, variant.externalID)
        (self.product, self.variant) = (product, variant)
        url = variant.url
        customCTA = product.customCTA
    }
}

/// The message shown to the user; nil uses the built-in text.
public enum CartFeedback: Hashable, Sendable {
    /// It worked.
    case success(message: String? = nil)
    /// It didn't work.
    case failure(message: String? = nil)
}

/// The host's response to a press of a product's button.
public enum CartResult: Hashable, Sendable {
    /// Show the built-in cart; without a cart of the host, a message instead.
    case showEmbeddedCart
    /// Close the product page and show a message.
    case dismissWithFeedback(CartFeedback)
    /// Keep the product page open and show a message.
    case feedbackOnly(CartFeedback)
    /// Do nothing: the host shows something itself.
    case none
}

/// Handles a press of a product's button until the host responds or a timeout expires.
public struct AddToCart: Sendable {
    /// What happens to the button.
    public enum Event: Sendable {
        /// The button was pressed.
        case press(SelectedProductVariant)
        /// The host's response to a press; only the first one counts.
        case answered(CartResult, press: Int)
        /// The requested time has come.
        case wake
        /// The product page was closed before the response.
        case closed
    }

    /// What the owner does.
    public enum Action: Hashable, Sendable {
        /// Ask the host; the answer carries the number of the press.
        case ask(SelectedProductVariant, press: Int)
        /// Whether the button shows a loading state.
        case loading(Bool)
        /// Show a message.
        case feedback(CartFeedback)
        /// Close the product page.
        case dismiss
        /// Show the built-in cart.
        case showCart
        /// Send ``Event/wake`` at a time, in the clock's seconds.
        case wake(at: Double)
    }

    /// Timeout in seconds, always positive.
    public let limit: Double
    private let hasCartProvider: Bool
    private var last = 0
    private var waiting: (press: Int, until: Double)?

    /// - Parameters:
    ///   - hasCartProvider: whether there is a cart to show.
    ///   - limit: seconds after which adding the product counts as failed.
    public init(hasCartProvider: Bool, limit: Double = 2) {
        self.hasCartProvider = hasCartProvider
        self.limit = limit.isFinite && limit > 0 ? limit : 2
    }

    /// - Parameters:
    ///   - event: what happened.
    ///   - now: seconds of any monotonic clock.
    public mutating func handle(_ event: Event, at now: Double) -> [Action] {
        switch event {
        case .press(let variant):
            guard waiting == nil else { return [] }
            last += 1
            waiting = (last, now + limit)
            return [.loading(true), .ask(variant, press: last), .wake(at: now + limit)]
        case .answered(let result, let press):
            guard let waiting, waiting.press == press else { return [] }
            // If the response and the timeout coincide, the timeout wins.
            guard now < waiting.until else { return giveUp() }
            self.waiting = nil
            return [.loading(false)] + actions(for: result)
        case .wake:
            guard let waiting, now >= waiting.until else { return [] }
            return giveUp()
        case .closed:
            guard waiting != nil else { return [] }
            waiting = nil
            return [.loading(false)]
        }
    }

    private mutating func giveUp() -> [Action] {
        waiting = nil
        return [.loading(false), .feedback(.failure())]
    }

    private func actions(for result: CartResult) -> [Action] {
        switch result {
        case .showEmbeddedCart: hasCartProvider ? [.showCart] : [.feedback(.success()), .dismiss]
        case .dismissWithFeedback(let feedback): [.feedback(feedback), .dismiss]
        case .feedbackOnly(let feedback): [.feedback(feedback)]
        case .none: []
        }
    }
}

/// The cart icon.
public struct CartIcon: Hashable, Sendable {
    /// What a click on the icon does.
    public enum Action: Hashable, Sendable {
        /// Shows the built-in cart with the host's content.
        case showEmbeddedCart
        /// Calls the host's delegate.
        case custom
    }

    /// What the owner does after a click.
    public enum Outcome: Hashable, Sendable { case showCart, notifyHost, nothing }

    /// Whether the icon isn't shown. Hidden by default.
    public var isHidden = true
    /// Whether the mark for a cart that isn't empty is hidden.
    public var isIndicatorHidden = false
    /// What a click does.
    public var action = Action.showEmbeddedCart
    /// Never negative.
    public var itemCount = 0 { didSet { itemCount = max(0, itemCount) } }

    public init() {}

    /// Whether the cart is marked as not empty.
    public var showsIndicator: Bool { !isHidden && !isIndicatorHidden && itemCount > 0 }

    /// - Parameter hasProvider: whether the host provides a cart.
    public func tapped(hasProvider: Bool) -> Outcome {
        switch action {
        case .custom: .notifyHost
        case .showEmbeddedCart: hasProvider ? .showCart : .nothing
        }
    }
}
