// SPDX-License-Identifier: Apache-2.0

public import Observation
import WindowboxAdMarkup
public import WindowboxAds
public import WindowboxPlayer

/// Presents ad cards for an ad player, driven by an `AdCardTimeline`.
@MainActor @Observable public final class ShownCard {
    private(set) var card: AdCard?

    /// Maximum card size in pixels; smaller windows scale it down.
    private static let frameSize = (width: 1920, height: 1080)

    @ObservationIgnored private var timeline = AdCardTimeline()
    /// Loading timeout and display time of future cards.
    public var settings: AdCardTimeline.Settings {
        get { timeline.settings }
        set { if card == nil { timeline = AdCardTimeline(settings: newValue) } }
    }

    @ObservationIgnored private let reporter: AdEventReporter
    /// Pause (true) or resume (false) playback.
    @ObservationIgnored var hold: @MainActor (Bool) -> Void = { _ in }
    /// Called when an ad's card is no longer shown.
    @ObservationIgnored var gone: @MainActor (_ card: AdCard, _ ad: String) -> Void = { _, _ in }
    /// Whether playback waits for the current card.
    @ObservationIgnored private(set) var isHolding = false
    @ObservationIgnored private var holds = true
    @ObservationIgnored private var ad = ""
    @ObservationIgnored private var impression = ""
    @ObservationIgnored private var count = 0
    @ObservationIgnored private var timer: Task<Void, Never>?
    @ObservationIgnored private let clock = ContinuousClock()
    @ObservationIgnored private let beginning = ContinuousClock.now

    init(reporter: AdEventReporter) { self.reporter = reporter }

    isolated deinit { timer?.cancel() }

    /// Shows the ad's end card after it has played to its end.
    ///
    /// - Parameter holds: false if nothing follows.
    func ended(_ ad: VASTAd, in impression: String, holds: Bool = true) {
        self.holds = holds
        PlannedCard(endOf: ad, width: Self.frameSize.width, height: Self.frameSize.height).map {
            begin($0, .ending, of: ad.id, in: impression)
        }
    }

    /// Shows an icon's fallback image, because its page could not be opened.
    /// - Returns: whether there is one.
    func explain(_ icon: Int, of tracking: AdTracking, in impression: String) -> Bool {
        guard tracking.linear.icons.indices.contains(icon),
            let planned = PlannedCard(explaining: tracking.linear.icons[icon], width: Self.frameSize.width, height: Self.frameSize.height)
        else { return false }
        holds = true
        begin(planned, .explanation, of: tracking.ad.id, in: impression)
        return true
    }

    private func begin(_ planned: PlannedCard, _ kind: AdCard.Kind, of ad: String?, in impression: String) {
        (self.ad, self.impression) = (ad ?? "", impression)
        count += 1
        card = AdCard(
            id: "\(impression)/\(count)", kind: kind, image: planned.image, width: planned.width, height: planned.height,
            alternativeText: planned.alternativeText, isClickable: planned.page != nil)
        handle(.begin(planned))
    }

    func handle(_ event: AdCardTimeline.Event) {
        let actions = timeline.handle(event, at: beginning.duration(to: clock.now) / .seconds(1))
        let left = timeline.card == nil ? card : nil
        if left != nil { card = nil }
        wake()
        for action in actions {
            switch action {
            case .hold: wait(holds)
            case .release: wait(false)
            case .report(let action): reporter.perform([action], of: ad, in: impression)
            }
        }
        if event == .leave { isHolding = false } else if let left { gone(left, ad) }
    }

    private func wait(_ isOn: Bool) {
        guard isOn != isHolding else { return }
        isHolding = isOn
        hold(isOn)
    }

    private func wake() {
        timer?.cancel()
        timer = timeline.deadline.map { deadline in
            let end = beginning + .seconds(deadline)
            return Task { [weak self, clock] in
                try? await clock.sleep(until: end)
                if !Task.isCancelled { self?.handle(.clock) }
            }
        }
    }
}

/// An ad player that shows cards.
@MainActor public protocol AdCardPresenting: AdPresenting {
    /// Presents the cards, one at a time.
    var cards: ShownCard { get }
}

extension AdCardPresenting {
    /// The card shown instead of the content, which waits.
    public var card: AdCard? { cards.card }
    public func cardShown() { cards.handle(.shown) }
    public func clickCard() { cards.handle(.click) }
    public func closeCard() { cards.handle(.close) }
}
