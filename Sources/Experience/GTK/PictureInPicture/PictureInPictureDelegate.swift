// SPDX-License-Identifier: Apache-2.0

/// The application's part in picture in picture. It is retained while that is active.
@MainActor public protocol PictureInPictureDelegate: AnyObject {
    /// It is about to start; its window isn't open yet.
    func willStart(_ pictureInPicture: PictureInPicture)
    /// The interface may be closed now.
    func didStart(_ pictureInPicture: PictureInPicture)
    /// It couldn't start; the main window keeps the video.
    func pictureInPicture(_ pictureInPicture: PictureInPicture, failedToStart error: PictureInPictureError)
    /// Restore the interface with the same player, and call `done` when it is visible.
    func pictureInPicture(_ pictureInPicture: PictureInPicture, restore done: @escaping @MainActor () -> Void)
    /// It is about to end, and the video will return to the main window.
    func willStop(_ pictureInPicture: PictureInPicture)
    /// Its window is closed.
    func didStop(_ pictureInPicture: PictureInPicture)
}

extension PictureInPictureDelegate {
    public func willStart(_ pictureInPicture: PictureInPicture) {}
    public func didStart(_ pictureInPicture: PictureInPicture) {}
    public func pictureInPicture(_ pictureInPicture: PictureInPicture, failedToStart error: PictureInPictureError) {}
    public func willStop(_ pictureInPicture: PictureInPicture) {}
    public func didStop(_ pictureInPicture: PictureInPicture) {}
}
