// SPDX-License-Identifier: Apache-2.0

/// Which controls fit in a view of a given size.
enum ControlsSizeClass: Hashable, CaseIterable {
    /// Only play and pause.
    case tiny
    /// Without optional controls: volume slider, speed, previous and next.
    case small
    case full

    init(width: Int, height: Int) {
        self =
            if width < 260 || height < 150 { .tiny } else if width < 560 || height < 320 { .small } else { .full }
    }
}
