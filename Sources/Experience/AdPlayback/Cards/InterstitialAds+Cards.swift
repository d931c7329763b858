// SPDX-License-Identifier: Apache-2.0

public import WindowboxAds
public import WindowboxPlayer

extension InterstitialAds {
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

    public func play() { if card == nil { player.play() } else { closeCard() } }
    public func togglePlayPause() { if card == nil { player.togglePlayPause() } else { closeCard() } }
}
