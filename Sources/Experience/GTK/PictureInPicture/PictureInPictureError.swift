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
    public static let noDelegate = Self(.noDelegate, "Picture in picture needs a delegate that brings the window back: set one.")
    /// 360° video makes no sense in a small window.
    public static let notFlat = Self(.notFlat, "A 360° video can’t be shown in a small window: play it in the large one.")
    public static let nothingShown = Self(.nothingShown, "There is no picture to show: wait until one is there.")
    public static let noWindow = Self(.noWindow, "The small window was closed before it was there: start it again.")
}
