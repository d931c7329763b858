// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Covers the video while it must not be visible, for example while ads are passed over during a seek.
@MainActor final class Shutter: Box {
    init(_ player: any PlayerControlling) {
        super.init(.vertical)
        cssClass("shutter").expand(.horizontal, .vertical)
        takesPointer = false
        bind(\.isVisible) { player.isCovered }
    }
}
