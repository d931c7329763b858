// SPDX-License-Identifier: Apache-2.0

public import WindowboxAds
public import WindowboxPlayer

extension StreamAdPlayer {
    /// What stands in the place of what plays, which waits.
    public var card: AdCard? { cards.card }
    /// How long cards to come are waited for and shown.
    public var cardSettings: CardCourse.Settings {
        get { cards.settings }
        set { cards.settings = newValue }
    }
    public func cardShown() { cards.handle(.shown) }
    public func clickCard() { cards.handle(.click) }
    public func closeCard() { cards.handle(.close) }

    /// The film of the ad at hand was played to its end. A live stream does not wait.
    func ended(_ tracking: AdTracking, in place: String) {
        guard !session.timeline.isLive, tracking.hasPassed(.complete) else { return }
        cards.ended(tracking.ad, in: place, holds: !session.isOver)
    }
}
