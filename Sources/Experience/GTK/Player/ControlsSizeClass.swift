// SPDX-License-Identifier: Apache-2.0

/// How much of the controls a view of some size has room for.
enum ControlsSizeClass: Hashable, CaseIterable {
    /// Only what starts and stops it.
    case tiny
    /// Without what can be done otherwise: the volume's slider, the speed, the way to other items.
    case small
    case full

    init(width: Int, height: Int) {
        self =
            if width < 260 || height < 150 { .tiny } else if width < 560 || height < 320 { .small } else { .full }
    }
}
