// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxAdPlayback
import WindowboxAds
import WindowboxGTK
import WindowboxPlayer
import WindowboxStreaming
import WindowboxTransport

/// Whoever plays ads on this window's player: as interstitials, or inside of a stream that a service stitches.
@MainActor final class Advertising {
    /// The places for pictures over the right edge of the player.
    static let companionSlots = [CompanionSlot(width: 300, height: 250), CompanionSlot(width: 320, height: 50)]

    private let transport: any Transport
    private let sender: BeaconSender
    private let interstitials: InterstitialAds
    private let model: PlayerModel
    private let measurer: AdMeasurer
    private let sight = AdVisibilityObserver()
    /// While a stitched stream plays.
    private(set) var stream: StreamAdPlayer?
    /// Seconds that a service, and then its stream, may take until the content plays without ads; nil is what is usual.
    var patience: Double?

    /// - Parameter beacons: the file of what is still to be told when the program ends; nil keeps nothing.
    init(_ model: PlayerModel, transport: any Transport, beacons: URL?) {
        self.model = model
        self.transport = transport
        sender = BeaconSender(transport: transport, file: beacons)
        interstitials = InterstitialAds(player: model.player, sender: sender) { LinkOpener.open($0) }
        interstitials.companionSlots = Self.companionSlots
        measurer = AdMeasurer(partner: ("Windowbox", DesktopApp.version)) { [sight] in sight.geometry }
        interstitials.measurer = measurer
        model.ads = interstitials
    }

    /// Whose picture is measured.
    func follow(_ view: PlayerView) { sight.view = view }

    /// One for each of ``companionSlots``.
    func makePanels() -> [CompanionPanel] {
        Self.companionSlots.enumerated().map { CompanionPanel(model, slot: $0.offset, width: $0.element.width, height: $0.element.height) }
    }

    /// The breaks for the playback configuration of an item; what can't be had is told.
    func plan(schedule: String) async -> AdInsertionPlan {
        await AdInserter(transport: transport, slots: Self.companionSlots).plan(schedule: schedule)
    }

    /// What of a plan lies over the content.
    func show(_ plan: AdInsertionPlan, over item: PlayerItem) { interstitials.show(plan.overlays, over: item) }

    /// Plays content with ads that a service puts into it, until something else is opened.
    ///
    /// - Parameters:
    ///   - request: what is wanted of the service.
    ///   - content: the stream without ads, for when there are none.
    ///   - start: content time in seconds.
    ///   - makeItem: an item for the address of the stitched stream.
    func play(
        _ request: StreamRequest, from service: any StitchingService, content: String?, start: Double?,
        makeItem: @escaping @MainActor (String) -> PlayerItem
    ) {
        end()
        var (request, settings) = (request, StreamAdSession.Settings())
        request.timeout = patience ?? request.timeout
        settings.mediaTimeout = patience ?? settings.mediaTimeout
        let stream = StreamAdPlayer(
            player: model.player, service: service, sender: sender, settings: settings, open: { LinkOpener.open($0) }, makeItem: makeItem)
        stream.companionSlots = Self.companionSlots
        stream.measurer = measurer
        self.stream = stream
        model.ads = stream
        stream.begin(request, backup: content, bookmark: start)
    }

    /// The stitched stream is left.
    func end() {
        guard let stream else { return }
        stream.stop()
        self.stream = nil
        model.ads = interstitials
    }
}
