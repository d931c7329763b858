// SPDX-License-Identifier: Apache-2.0

import WindowboxAds
import WindowboxGTK
import WindowboxMedia

/// What can be seen of the window's picture, for who measures the ads in it: the window's own parts over it are friendly, each with its
/// purpose.
@MainActor final class AdVisibilityObserver {
    weak var view: PlayerView?

    /// Nil while nobody can tell.
    var geometry: ViewGeometry? { view?.sight.map { ViewGeometry($0) } }
}

extension ViewGeometry {
    init(_ sight: PictureSight) {
        self.init(
            ad: sight.picture, window: sight.view,
            obstructions: sight.covers.map { cover in
                switch cover.part {
                case .controls: ViewObstruction(frame: cover.frame, purpose: .mediaControls, reason: "Controls of the player")
                case .message: ViewObstruction(frame: cover.frame, purpose: .other, reason: "Message of the player")
                }
            }, isShown: sight.isShown, isActive: sight.isActive)
    }
}
