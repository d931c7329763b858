// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxAdPlayback
import WindowboxAds
import WindowboxGTK
import WindowboxPlayer
import WindowboxStreaming
import WindowboxTransport

/// Plays ads on this window's player: as interstitials, or within a stitched stream.
@MainActor final class AdPlaybackController {
    /// The companion slots over the player's right edge.
    static let companionSlots = [CompanionSlot(width: 300, height: 250), CompanionSlot(width: 320, height: 50)]

    private let transport: any Transport
    private let sender: BeaconSender
    private let interstitials: InterstitialAds
    private let model: PlayerModel
    private let measurer: AdMeasurer
    private let visibility = AdVisibilityObserver()
    /// Set while a stitched stream plays.
    private(set) var stream: StreamAdPlayer?
    /// Maximum seconds for a service, and then its stream, to respond before the content plays without ads; nil uses the defaults.
    var timeout: Double?

    /// - Parameter beacons: file for unsent tracking events; nil stores nothing.
    init(_ model: PlayerModel, transport: any Transport, beacons: URL?) {
        self.model = model
        self.transport = transport
        sender = BeaconSender(transport: transport, file: beacons)
        interstitials = InterstitialAds(player: model.player, sender: sender) { LinkOpener.open($0) }
        interstitials.companionSlots = Self.companionSlots
        measurer = AdMeasurer(partner: ("Windowbox", DesktopApp.version)) { [visibility] in visibility.geometry }
        interstitials.measurer = measurer
        model.ads = interstitials
    }

    /// Sets the view whose video is measured.
    func follow(_ view: PlayerView) { visibility.view = view }

    /// One panel per slot in ``companionSlots``.
    func makePanels() -> [CompanionPanel] {
        Self.companionSlots.enumerated().map { CompanionPanel(model, slot: $0.offset, width: $0.element.width, height: $0.element.height) }
    }

    /// The breaks for an item's playback configuration, with problems.
    func plan(schedule: String) async -> AdInsertionPlan {
        await AdInserter(transport: transport, slots: Self.companionSlots).plan(schedule: schedule)
    }

    /// Shows a plan's overlays over the content.
    func show(_ plan: AdInsertionPlan, over item: PlayerItem) { interstitials.show(plan.overlays, over: item) }

    /// Plays content with ads stitched in by a service, until something else is opened.
    ///
    /// - Parameters:
    ///   - request: the request to the service.
    ///   - content: URL of the stream without ads, as a fallback.
    ///   - start: in content seconds.
    ///   - makeItem: creates an item for the stitched stream's URL.
    func play(
        _ request: StreamRequest, from service: any StitchingService, content: String?, start: Double?,
        makeItem: @escaping @MainActor (String) -> PlayerItem
    ) {
        end()
        var (request, settings) = (request, StreamAdSession.Settings())
        request.timeout = timeout ?? request.timeout
        settings.mediaTimeout = timeout ?? settings.mediaTimeout
        let stream = StreamAdPlayer(
            player: model.player, service: service, sender: sender, settings: settings, open: { LinkOpener.open($0) }, makeItem: makeItem)
        stream.companionSlots = Self.companionSlots
        stream.measurer = measurer
        self.stream = stream
        model.ads = stream
        stream.begin(request, backup: content, bookmark: start)
    }

    /// Leaves the stitched stream.
    func end() {
        guard let stream else { return }
        stream.stop()
        self.stream = nil
        model.ads = interstitials
    }
}
