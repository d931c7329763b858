// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Replaces the video while it plays on another device.
@MainActor public final class CastPanel: Box {
    /// - Parameter cast: names the device, and returns from it when its button is pressed.
    public init(_ cast: any CastControlling) {
        super.init(.vertical, spacing: 10)
        cssClass("panel", "elsewhere").align(horizontal: .center, vertical: .center)
        append(Icon("video-display-symbolic", size: 32).align(horizontal: .center))
        append(
            Label().wrapped(columns: 32).cssClass("heading").bind(\.text) {
                cast.target.map { translated("Playing on {device}", ["device": $0.name]) } ?? ""
            })
        append(Button(translated("Play Here")) { cast.stop() }.cssClass("suggested").align(horizontal: .center))
        bind(\.isVisible) { cast.target != nil }
    }
}
