// SPDX-License-Identifier: Apache-2.0

/// Why picture in picture failed to start.
public struct PictureInPictureError: Error, Hashable, Sendable, CustomStringConvertible {
    private enum Code { case noDelegate, notFlat, nothingShown, noWindow }

    private let code: Code
    public let description: String

    private init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// There is no delegate to restore the interface.
    public static let noDelegate = Self(.noDelegate, "Picture in picture needs a delegate that restores the window: set one.")
    /// 360° video makes no sense in a small window.
    public static let notFlat = Self(.notFlat, translated("A 360° video can’t be shown in picture in picture: play it in the main window."))
    /// No frame has been shown, so the size of the window is unknown.
    public static let nothingShown = Self(.nothingShown, translated("There is no video to show yet: wait until playback starts."))
    /// The small window was closed while it opened.
    public static let noWindow = Self(.noWindow, translated("Picture in picture was closed before it opened: start it again."))
}
