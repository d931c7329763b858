// SPDX-License-Identifier: Apache-2.0

public import WindowboxEngine
public import WindowboxStreaming

// Other content that interrupts an item: the engine plays it, and the item's time stands.
extension Player {
    /// Ends ``interstitial`` where and when its skip control allows that; else nothing happens.
    public func skipInterstitial() { engine.skipInterstitial() }

    /// What is to interrupt the current item, as known now: where a seek bar may mark it. Not observable.
    public var interstitialSchedule: InterstitialSchedule { engineItems.onAir?.facts.interstitials ?? InterstitialSchedule() }

    /// How far what interrupts the current item is, now and about four times a second while it plays; nil while nothing does.
    public var interstitialUpdates: AsyncStream<PlayingInterstitial?> {
        interruptionsTold.listen(buffering: .bufferingNewest(1), first: playingInterstitial)
    }

    func tell(playing interstitial: PlayingInterstitial?) {
        guard interstitial != playingInterstitial else { return }
        playingInterstitial = interstitial
        interruptionsTold.send(interstitial)
    }

    func interrupted(_ id: ItemID, _ fact: InterstitialFact) {
        guard id == engineItems.onAir?.id else { return }
        switch fact {
        case .began(let event): interstitial = event
        case .asset(_, let asset): interstitialAsset = asset
        case .assetFailed: break
        case .ended:
            (interstitial, interstitialAsset) = (nil, nil)
            tell(playing: nil)
        }
        engineItems.note(id) { [interstitial] in $0.isInterrupted = interstitial != nil }
        takeSample()
    }
}
