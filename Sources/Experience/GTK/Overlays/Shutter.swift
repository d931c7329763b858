// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Covers the picture while nothing of it is to be seen, such as the ads on the way of a seek that is to show none.
@MainActor final class Shutter: Box {
    init(_ player: any PlayerControlling) {
        super.init(.vertical)
        cssClass("shutter").expand(.horizontal, .vertical)
        takesPointer = false
        bind(\.isVisible) { player.isCovered }
    }
}
