// SPDX-License-Identifier: Apache-2.0

/// The texts of the small window, localised by the application.
public struct PictureInPictureTexts: Hashable, Sendable {
    /// The window title.
    public var title = "Picture in Picture"
    public var play = "Play"
    public var pause = "Pause"
    public var back = "Back to Window"
    public var close = "Close Picture in Picture"
    /// Shown where programs can't keep a window above others.
    public var keepOnTop = "Right-click to keep it on top, if your desktop supports it"
    /// Mirrors the buttons.
    public var isRightToLeft = false

    public init() {}
}
