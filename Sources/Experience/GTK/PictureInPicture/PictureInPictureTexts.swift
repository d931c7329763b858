// SPDX-License-Identifier: Apache-2.0

/// The texts of the small window: in the language of the process, unless the application has others.
public struct PictureInPictureTexts: Hashable, Sendable {
    /// The window title.
    public var title = translated("Picture in Picture")
    /// The accessible name of the button that plays.
    public var play = translated("Play")
    /// The accessible name of the button that pauses.
    public var pause = translated("Pause")
    /// The accessible name of the button that returns to the main window.
    public var back = translated("Back to Window")
    /// The accessible name of the button that ends it.
    public var close = translated("Close Picture in Picture")
    /// Shown where programs can't keep a window above others.
    public var keepOnTop = translated("Right-click to keep it on top, if your desktop supports it")
    /// Mirrors the buttons.
    public var isRightToLeft = InterfaceLanguage.isRightToLeft

    public init() {}
}
