// SPDX-License-Identifier: Apache-2.0

public import Observation
public import WindowboxContract
import WindowboxPlayer

/// Products beside videos: what is shown of them, what happens when one is bought, and the cart. One for a program.
@MainActor @Observable public final class Shopping {
    /// What views are to do.
    public enum Event: Hashable, Sendable {
        /// To be said for a short while.
        case feedback(CartFeedback)
        /// The product's page closes.
        case dismissProduct
        case showCart
        /// The host could not say what it knows of products; in its words.
        case hostFailed(String)
    }

    public nonisolated let sdk: FeedSDK
    @ObservationIgnored public weak var delegate: (any ShoppingDelegate)?
    /// How everything looks where the delegate says nothing else.
    public var views = ProductViewsConfiguration()
    /// Never below 0; the cart's icon has a dot above that.
    public private(set) var cartItemCount = 0
    /// There is a cart to show; views set it with the cart that they were given.
    public var hasCartProvider = false
    /// A product is being put into the cart.
    public private(set) var isAdding = false

    @ObservationIgnored private var shown: [String: Shelf] = [:]
    @ObservationIgnored private var order: [String] = []
    @ObservationIgnored private var hydration: HydrationProcess
    @ObservationIgnored private var adding: AddToCart
    @ObservationIgnored private let limit: Double
    @ObservationIgnored private let clock: Reporter.Clock
    @ObservationIgnored private let happenings = Broadcast<Event>()
    @ObservationIgnored private var buying: FeedVideo?
    /// Changes with what is known of products, which is too much to be observed in pieces.
    private var revision = 0

    private struct Shelf {
        var products: [ShownProduct] = []
        var isWaiting = true
        var failure: ServiceError?
        var loading: Task<Void, Never>?
        var video: FeedVideo
    }

    /// Videos whose products are kept.
    private static let mostVideos = 100
    /// Products of a live stream that are asked for one by one.
    private static let mostSingles = 50

    /// - Parameters:
    ///   - sdk: initialised before products are shown.
    ///   - delegate: nil: nothing can be bought, and products are as the service has them.
    ///   - addToCartLimit: seconds after which a product counts as not added.
    ///   - clock: of that limit.
    public init(_ sdk: FeedSDK, delegate: (any ShoppingDelegate)? = nil, addToCartLimit: Double = 2, clock: Reporter.Clock = .system) {
        (self.sdk, self.delegate, self.clock, limit) = (sdk, delegate, clock, addToCartLimit)
        hydration = HydrationProcess(isHydrated: true)
        adding = AddToCart(hasCartProvider: false, limit: addToCartLimit)
    }

    isolated deinit { for shelf in shown.values { shelf.loading?.cancel() } }

    /// What happens from now on, in order.
    public var events: AsyncStream<Event> { happenings.listen() }

    public func setCartItemCount(_ count: Int) { cartItemCount = max(0, count) }

    /// How products look over a video, with the number in the cart.
    public func views(for video: FeedVideo) -> ProductViewsConfiguration {
        var views = views
        delegate?.shopping(self, willShow: &views, for: video)
        views.cartIcon.itemCount = cartItemCount
        return views
    }

    // MARK: Products

    /// Of a video that was activated; empty before they are there.
    public func products(of video: String) -> [ShownProduct] {
        _ = revision
        return shown[video]?.products ?? []
    }

    /// They are on their way, or the host is being asked.
    public func isWaiting(for video: String) -> Bool {
        _ = revision
        return shown[video]?.isWaiting ?? false
    }

    /// Why products could not be fetched; they are asked for again when the video becomes active again.
    public func failure(of video: String) -> ServiceError? {
        _ = revision
        return shown[video]?.failure
    }

    /// A video with products became the one that is shown.
    /// - Parameter more: ids of further products, such as a live stream's.
    public func activate(_ video: FeedVideo, more: [String] = []) {
        guard !video.products.isEmpty || !more.isEmpty else { return }
        let known = shown[video.id]
        let missing = more.filter { id in known?.products.contains { $0.id == id } != true }
        if let known, known.failure == nil, known.loading != nil || missing.isEmpty { return }
        shown[video.id, default: Shelf(video: video)].failure = nil
        keep(video.id)
        shown[video.id]?.loading = Task { [weak self, service = sdk.service] in
            let outcome: Result<[Product], ServiceError>
            do throws(ServiceError) {
                var products = try await service.send(ServiceCall<ResourceList<Product>>.products(ofVideo: video.id)).data
                for id in more.prefix(Self.mostSingles) where !products.contains(where: { $0.id == id }) {
                    // One that is gone is no reason to show none.
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
        while order.count > Self.mostVideos { shown.removeValue(forKey: order.removeFirst())?.loading?.cancel() }
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
            case .ask(let ids, let video, let question): ask(ids, video.flatMap { shown[$0]?.video }, question)
            case .show(let video, let products, let isWaiting):
                guard shown[video] != nil else { continue }
                shown[video]?.products = products
                shown[video]?.isWaiting = isWaiting
                revision += 1
            case .tellFailure(let message): happenings.send(.hostFailed(message))
            case .wake(let moment): wake(at: moment) { $0.perform(HydrationProcess.Event.wake) }
            }
        }
    }

    private func ask(_ ids: [String], _ video: FeedVideo?, _ question: Int) {
        guard let delegate else { return answered(.answered([], question: question)) }
        Task { [weak self] in
            guard let self else { return }
            do {
                let answer = try await delegate.shopping(self, detailsFor: ids, of: video)
                perform(.answered(answer, question: question))
            } catch { perform(.failed(message: "\(error)", question: question)) }
        }
    }

    /// Not while another event is being handled.
    private func answered(_ event: HydrationProcess.Event) { Task { [weak self] in self?.perform(event) } }

    // MARK: Buying

    /// A product's button was pressed. While one is being added nothing else is.
    public func buy(_ variant: SelectedProductVariant, in video: FeedVideo?) {
        if !isAdding {
            adding = AddToCart(hasCartProvider: hasCartProvider, limit: limit)
            buying = video
        }
        perform(.press(variant))
    }

    /// The product's page was closed.
    public func productClosed() { perform(.closed) }

    private func perform(_ event: AddToCart.Event) {
        for action in adding.handle(event, at: clock.now()) {
            switch action {
            case .ask(let variant, let press): ask(variant, press)
            case .loading(let isLoading): isAdding = isLoading
            case .feedback(let feedback): happenings.send(.feedback(feedback))
            case .dismiss: happenings.send(.dismissProduct)
            case .showCart: happenings.send(.showCart)
            case .wake(let moment): wake(at: moment) { $0.perform(AddToCart.Event.wake) }
            }
        }
    }

    private func ask(_ variant: SelectedProductVariant, _ press: Int) {
        Task { [weak self, buying] in
            guard let self else { return }
            // Whoever nobody answers for has not sold anything.
            let result = await delegate?.shopping(self, selected: variant, in: buying) ?? .feedbackOnly(.failure())
            perform(.answered(result, press: press))
        }
    }

    // MARK: Taps

    /// - Returns: whether the product's page is to be shown.
    public func tapped(_ product: ShownProduct, in video: FeedVideo?) -> Bool {
        delegate?.shopping(self, tapped: product, in: video) != true
    }

    /// - Returns: whether the address is to be opened.
    public func tappedLink(_ url: String, of variant: SelectedProductVariant, in video: FeedVideo?) -> Bool {
        delegate?.shopping(self, tappedLink: url, of: variant, in: video) != true
    }

    public func tappedSecondary(_ variant: SelectedProductVariant, in video: FeedVideo?) {
        delegate?.shopping(self, selectedSecondary: variant, in: video)
    }

    public func tappedCartIcon(in video: FeedVideo?) {
        let icon = video.map { views(for: $0).cartIcon } ?? views.cartIcon
        switch icon.tapped(hasProvider: hasCartProvider) {
        case .showCart: happenings.send(.showCart)
        case .tellHost: delegate?.shopping(self, tappedCartIconIn: video)
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
