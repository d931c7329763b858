// SPDX-License-Identifier: Apache-2.0

import Observation
import WindowboxEngine
import WindowboxStreaming

/// The interstitial of the current item for observers, and a stream of its progress.
@MainActor @Observable final class InterstitialState {
    private(set) var event: ScheduledInterstitial?
    private(set) var asset: InterstitialAsset?
    @ObservationIgnored private var playing: PlayingInterstitial?
    @ObservationIgnored private let progress = Broadcast<PlayingInterstitial?>()

    var updates: AsyncStream<PlayingInterstitial?> { progress.listen(buffering: .bufferingNewest(1), first: playing) }

    func handle(_ fact: InterstitialFact) {
        switch fact {
        case .began(let event): self.event = event
        case .asset(_, let asset): self.asset = asset
        case .assetFailed: break
        case .ended:
            (event, asset) = (nil, nil)
            report(nil)
        }
    }

    /// The item was left.
    func leave() {
        if event != nil { (event, asset) = (nil, nil) }
        report(nil)
    }

    func report(_ playing: PlayingInterstitial?) {
        guard playing != self.playing else { return }
        self.playing = playing
        progress.send(playing)
    }
}
