// SPDX-License-Identifier: Apache-2.0

import WindowboxAds
import WindowboxGTK
import WindowboxMedia

/// The visibility of the window's video, for ad measurement: the window's own controls over it count as friendly obstructions, each
/// with its purpose.
@MainActor final class AdVisibilityObserver {
    weak var view: PlayerView?

    /// Nil if unknown.
    var geometry: ViewGeometry? { view?.pictureVisibility.map { ViewGeometry($0) } }
}

extension ViewGeometry {
    init(_ visibility: PictureVisibility) {
        self.init(
            ad: visibility.picture, window: visibility.view,
            obstructions: visibility.covers.map { cover in
                switch cover.part {
                case .controls: ViewObstruction(frame: cover.frame, purpose: .mediaControls, reason: "Controls of the player")
                case .message: ViewObstruction(frame: cover.frame, purpose: .other, reason: "Message of the player")
                }
            }, isShown: visibility.isShown, isActive: visibility.isActive)
    }
}
