// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// What somebody wants to buy.
public struct SelectedProductVariant: Hashable, Sendable {
    /// As the shop calls them.
    public var productID: String
    public var unitID: String
    public var product: Product
    public var variant: ProductUnit
    public var url: String?
    public var customCTA: CallToAction?

    public init(_ product: Product, _ variant: ProductUnit) {
        (productID, unitID) = (product.externalID, variant.externalID)
        (self.product, self.variant) = (product, variant)
        url = variant.url
        customCTA = product.customCTA
    }
}

/// What is said to the person; nil is our own words.
public enum CartFeedback: Hashable, Sendable {
    case success(message: String? = nil)
    case failure(message: String? = nil)
}

/// What a host answers when a product's button was pressed.
public enum CartResult: Hashable, Sendable {
    case showEmbeddedCart
    case dismissWithFeedback(CartFeedback)
    case feedbackOnly(CartFeedback)
    case none
}

/// A press of a product's button, until the host has answered or has taken too long.
public struct AddToCart: Sendable {
    public enum Event: Sendable {
        /// The button was pressed.
        case press(SelectedProductVariant)
        /// The host's answer to a press; the first one counts.
        case answered(CartResult, press: Int)
        case wake
        /// The product's page is closed before the answer.
        case closed
    }

    public enum Action: Hashable, Sendable {
        case ask(SelectedProductVariant, press: Int)
        /// The button is busy, or no longer.
        case loading(Bool)
        case feedback(CartFeedback)
        /// The product's page closes.
        case dismiss
        case showCart
        case wake(at: Double)
    }

    /// Seconds, above zero.
    public let limit: Double
    private let hasCartProvider: Bool
    private var last = 0
    private var waiting: (press: Int, until: Double)?

    /// - Parameters:
    ///   - hasCartProvider: there is a cart to show.
    ///   - limit: seconds after which the product counts as not added.
    public init(hasCartProvider: Bool, limit: Double = 2) {
        self.hasCartProvider = hasCartProvider
        self.limit = limit.isFinite && limit > 0 ? limit : 2
    }

    /// - Parameters:
    ///   - event: what happened.
    ///   - now: seconds of any clock that runs evenly.
    public mutating func handle(_ event: Event, at now: Double) -> [Action] {
        switch event {
        case .press(let variant):
            guard waiting == nil else { return [] }
            last += 1
            waiting = (last, now + limit)
            return [.loading(true), .ask(variant, press: last), .wake(at: now + limit)]
        case .answered(let result, let press):
            guard let waiting, waiting.press == press else { return [] }
            // An answer and the limit may meet in one moment: the limit was first.
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

/// The cart's icon.
public struct CartIcon: Hashable, Sendable {
    public enum Action: Hashable, Sendable {
        /// Ours, with the host's content.
        case showEmbeddedCart
        /// The host does what it wants.
        case custom
    }

    public enum Outcome: Hashable, Sendable { case showCart, tellHost, nothing }

    public var isHidden = true
    public var isIndicatorHidden = false
    public var action = Action.showEmbeddedCart
    /// Never below 0.
    public var itemCount = 0 { didSet { itemCount = max(0, itemCount) } }

    public init() {}

    public var showsIndicator: Bool { !isHidden && !isIndicatorHidden && itemCount > 0 }

    /// - Parameter hasProvider: the host gave a cart.
    public func tapped(hasProvider: Bool) -> Outcome {
        switch action {
        case .custom: .tellHost
        case .showEmbeddedCart: hasProvider ? .showCart : .nothing
        }
    }
}
