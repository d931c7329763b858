// SPDX-License-Identifier: Apache-2.0

/// What the small window says, in the language of whoever opens it.
public struct PictureInPictureTexts: Hashable, Sendable {
    /// Of the window.
    public var title = "Picture in Picture"
    public var play = "Play"
    public var pause = "Pause"
    public var back = "Back to Window"
    public var close = "Close Picture in Picture"
    /// Said where no program may keep a window above others.
    public var keepOnTop = "Right-click to keep it on top, if your desktop can"
    /// The buttons stand the other way round.
    public var isRightToLeft = false

    public init() {}
}
