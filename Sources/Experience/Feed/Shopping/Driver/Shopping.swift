// SPDX-License-Identifier: Apache-2.0

public import Observation
public import WindowboxContract
import WindowboxPlayer

/// Products next to videos: their presentation, purchases, and the cart. One instance per process.
@MainActor @Observable public final class Shopping {
    /// An instruction for views.
    public enum Event: Hashable, Sendable {
        /// Show a message for a short time.
        case feedback(CartFeedback)
        /// Close the product page.
        case dismissProduct
        /// Show the cart.
        case showCart
        /// The host failed to provide product details; with its message.
        case hostFailed(String)
    }

    /// The app, the guest and the service.
    public nonisolated let sdk: FeedSDK
    /// The host, which provides product details and takes orders; not retained.
    @ObservationIgnored public weak var delegate: (any ShoppingDelegate)?
    /// The default appearance, which the delegate can override.
    public var views = ProductViewsConfiguration()
    /// Never negative; the cart icon has a dot if there are items.
    public private(set) var cartItemCount = 0
    /// Whether there is a cart to show; set by the views that received it.
    public var hasCartProvider = false
    /// A product is being added to the cart.
    public private(set) var isAdding = false

    @ObservationIgnored private var shown: [String: VideoProducts] = [:]
    @ObservationIgnored private var order: [String] = []
    @ObservationIgnored private var hydration: HydrationProcess
    @ObservationIgnored private var adding: AddToCart
    @ObservationIgnored private let limit: Double
    @ObservationIgnored private let clock: Reporter.Clock
    @ObservationIgnored private let eventListeners = Broadcast<Event>()
    @ObservationIgnored private var buying: FeedVideo?
    /// Changes whenever product data changes; observed in place of the individual values.
    private var revision = 0

    private struct VideoProducts {
        var products: [ShownProduct] = []
        var isWaiting = true
        var failure: ServiceError?
        var loading: Task<Void, Never>?
        var video: FeedVideo
    }

    /// Maximum number of videos whose products are cached.
    private static let maxVideos = 100
    /// Maximum number of a live stream's products that are requested individually.
    private static let maxSingles = 50

    /// - Parameters:
    ///   - sdk: must be initialised before products are shown.
    ///   - delegate: if nil, nothing can be bought, and products appear as returned by the service.
    ///   - addToCartLimit: seconds after which adding a product counts as failed.
    ///   - clock: for that timeout.
    public init(_ sdk: FeedSDK, delegate: (any ShoppingDelegate)? = nil, addToCartLimit: Double = 2, clock: Reporter.Clock = .system) {
        (self.sdk, self.delegate, self.clock, limit) = (sdk, delegate, clock, addToCartLimit)
        hydration = HydrationProcess(isHydrated: true)
        adding = AddToCart(hasCartProvider: false, limit: addToCartLimit)
    }

    isolated deinit { for products in shown.values { products.loading?.cancel() } }

    /// All events from now on, in order.
    public var events: AsyncStream<Event> { eventListeners.listen() }

    /// Sets the number on the cart icon; negative numbers count as 0.
    public func setCartItemCount(_ count: Int) { cartItemCount = max(0, count) }

    /// The appearance of products over a video, including the number of items in the cart.
    public func views(for video: FeedVideo) -> ProductViewsConfiguration {
        var views = views
        delegate?.shopping(self, willShow: &views, for: video)
        views.cartIcon.itemCount = cartItemCount
        return views
    }

    // MARK: Products

    /// The products of an activated video; empty until loaded.
    public func products(of video: String) -> [ShownProduct] {
        _ = revision
        return shown[video]?.products ?? []
    }

    /// Products are loading, or the host's details are pending.
    public func isWaiting(for video: String) -> Bool {
        _ = revision
        return shown[video]?.isWaiting ?? false
    }

    /// Why loading products failed; retried when the video is activated again.
    public func failure(of video: String) -> ServiceError? {
        _ = revision
        return shown[video]?.failure
    }

    /// Loads the products of the video that is now shown.
    /// - Parameter more: IDs of further products, such as those of a live stream.
    public func activate(_ video: FeedVideo, more: [String] = []) {
        guard !video.products.isEmpty || !more.isEmpty else { return }
        let known = shown[video.id]
        let missing = more.filter { id in known?.products.contains { $0.id == id } != true }
        if let known, known.failure == nil, known.loading != nil || missing.isEmpty { return }
        shown[video.id, default: VideoProducts(video: video)].failure = nil
        keep(video.id)
        shown[video.id]?.loading = Task { [weak self, service = sdk.service] in
            let outcome: Result<[Product], ServiceError>
            do throws(ServiceError) {
                var products = try await service.send(ServiceCall<ResourceList<Product>>.products(ofVideo: video.id)).data
                for id in more.prefix(Self.maxSingles) where !products.contains(where: { $0.id == id }) {
                    // A missing product must not hide the others.
                    if let product = try? await service.send(ServiceCall<Product>.product(id)) { products.append(product) }
                }
                outcome = .success(products)
            } catch { outcome = .failure(error) }
            if !Task.isCancelled { self?.loaded(outcome, video) }
        }
        revision += 1
    }

    private func keep(_ video: String) {
        order.removeAll { $0 == video }
        order.append(video)
        while order.count > Self.maxVideos { shown.removeValue(forKey: order.removeFirst())?.loading?.cancel() }
    }

    private func loaded(_ outcome: Result<[Product], ServiceError>, _ video: FeedVideo) {
        shown[video.id]?.loading = nil
        switch outcome {
        case .success(let products): perform(.videoActive(video.id, products))
        case .failure(let error):
            shown[video.id]?.failure = error
            shown[video.id]?.isWaiting = false
            revision += 1
        }
    }

    private func perform(_ event: HydrationProcess.Event) {
        for action in hydration.handle(event, at: clock.now()) {
            switch action {
            case .ask(let ids, let video, let question): requestDetails(ids, video.flatMap { shown[$0]?.video }, question)
            case .show(let video, let products, let isWaiting):
                guard shown[video] != nil else { continue }
                shown[video]?.products = products
                shown[video]?.isWaiting = isWaiting
                revision += 1
            case .reportFailure(let message): eventListeners.send(.hostFailed(message))
            case .wake(let moment): wake(at: moment) { $0.perform(HydrationProcess.Event.wake) }
            }
        }
    }

    private func requestDetails(_ ids: [String], _ video: FeedVideo?, _ question: Int) {
        guard let delegate else { return answered(.answered([], question: question)) }
        Task { [weak self] in
            guard let self else { return }
            do {
                let details = try await delegate.shopping(self, detailsFor: ids, of: video)
                perform(.answered(details, question: question))
            } catch { perform(.failed(message: "\(error)", question: question)) }
        }
    }

    /// Deferred, because another event is being handled.
    private func answered(_ event: HydrationProcess.Event) { Task { [weak self] in self?.perform(event) } }

    // MARK: Purchases

    /// Handles a press of a product's button. Only one product can be added at a time.
    public func buy(_ variant: SelectedProductVariant, in video: FeedVideo?) {
        if !isAdding {
            adding = AddToCart(hasCartProvider: hasCartProvider, limit: limit)
            buying = video
        }
        perform(.press(variant))
    }

    /// The product page was closed.
    public func productClosed() { perform(.closed) }

    private func perform(_ event: AddToCart.Event) {
        for action in adding.handle(event, at: clock.now()) {
            switch action {
            case .ask(let variant, let press): addToCart(variant, press)
            case .loading(let isLoading): isAdding = isLoading
            case .feedback(let feedback): eventListeners.send(.feedback(feedback))
            case .dismiss: eventListeners.send(.dismissProduct)
            case .showCart: eventListeners.send(.showCart)
            case .wake(let moment): wake(at: moment) { $0.perform(AddToCart.Event.wake) }
            }
        }
    }

    private func addToCart(_ variant: SelectedProductVariant, _ press: Int) {
        Task { [weak self, buying] in
            guard let self else { return }
            // Without a delegate, nothing was sold.
            let result = await delegate?.shopping(self, selected: variant, in: buying) ?? .feedbackOnly(.failure())
            perform(.answered(result, press: press))
        }
    }

    // MARK: Taps

    /// - Returns: whether to show the product page.
    public func tapped(_ product: ShownProduct, in video: FeedVideo?) -> Bool {
        delegate?.shopping(self, tapped: product, in: video) != true
    }

    /// - Returns: whether to open the URL.
    public func tappedLink(_ url: String, of variant: SelectedProductVariant, in video: FeedVideo?) -> Bool {
        delegate?.shopping(self, tappedLink: url, of: variant, in: video) != true
    }

    /// The user pressed the secondary button of a product page.
    public func tappedSecondary(_ variant: SelectedProductVariant, in video: FeedVideo?) {
        delegate?.shopping(self, selectedSecondary: variant, in: video)
    }

    /// The user clicked the cart icon: shows the cart, or notifies the delegate.
    public func tappedCartIcon(in video: FeedVideo?) {
        let icon = video.map { views(for: $0).cartIcon } ?? views.cartIcon
        switch icon.tapped(hasProvider: hasCartProvider) {
        case .showCart: eventListeners.send(.showCart)
        case .notifyHost: delegate?.shopping(self, tappedCartIconIn: video)
        case .nothing: break
        }
    }

    private func wake(at moment: Double, _ body: @escaping @MainActor (Shopping) -> Void) {
        Task { [weak self, clock] in
            guard (try? await clock.sleep(moment)) != nil, let self else { return }
            body(self)
        }
    }
}
