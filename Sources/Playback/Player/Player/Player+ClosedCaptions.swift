// SPDX-License-Identifier: Apache-2.0

public import WindowboxCaptions
import WindowboxEngine
import WindowboxMedia

// Captions inside pictures: found while they are loaded, offered with the item's subtitles.
extension Player {
    /// Those of the current item as far as its pictures were loaded, of all services. ``MediaOption/closedCaptions`` says which is
    /// chosen; what it shows when is asked here.
    public var closedCaptions: ClosedCaptionTimeline { engineItems.onAir.flatMap { inPictures[$0.id] } ?? ClosedCaptionTimeline() }

    func hear(_ captions: EmbeddedCaptions, of id: ItemID) {
        let held = [engineItems.onAir?.id, engineItems.upNext?.id]
        guard held.contains(id) else { return }
        if inPictures[id] == nil {
            inPictures = inPictures.filter { held.contains($0.key) }
            inPictures[id] = ClosedCaptionTimeline()
        }
        let data = ClosedCaptionData(time: MediaTime(seconds: captions.time), triplets: captions.bytes)
        inPictures[id]?.add(
            data, startsAnew: captions.startsAnew, goingOnFrom: captions.origin.map { MediaTime(seconds: $0) })
        if id == engineItems.onAir?.id { offerClosedCaptions() }
    }

    func offerClosedCaptions() {
        guard let id = engineItems.onAir?.id, let services = inPictures[id]?.services, services.count != selection.found.count else {
            return
        }
        tell(selection.find(services))
    }
}
