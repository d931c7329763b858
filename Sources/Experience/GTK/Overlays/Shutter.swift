// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Covers the video while it must not be seen, such as ads passed over by a seek that shows none.
@MainActor final class Shutter: Box {
    init(_ player: any PlayerControlling) {
        super.init(.vertical)
        cssClass("shutter").expand(.horizontal, .vertical)
        takesPointer = false
        bind(\.isVisible) { player.isCovered }
    }
}
