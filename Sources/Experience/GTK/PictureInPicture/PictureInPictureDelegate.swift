// SPDX-License-Identifier: Apache-2.0

/// What an application does around picture in picture. It is kept alive while that runs.
@MainActor public protocol PictureInPictureDelegate: AnyObject {
    func willStart(_ pictureInPicture: PictureInPicture)
    /// The interface may go now.
    func didStart(_ pictureInPicture: PictureInPicture)
    func pictureInPicture(_ pictureInPicture: PictureInPicture, failedToStart error: PictureInPictureError)
    /// Bring the interface back, with the same player, and say when it is there.
    func pictureInPicture(_ pictureInPicture: PictureInPicture, restore done: @escaping @MainActor () -> Void)
    func willStop(_ pictureInPicture: PictureInPicture)
    func didStop(_ pictureInPicture: PictureInPicture)
}

extension PictureInPictureDelegate {
    public func willStart(_ pictureInPicture: PictureInPicture) {}
    public func didStart(_ pictureInPicture: PictureInPicture) {}
    public func pictureInPicture(_ pictureInPicture: PictureInPicture, failedToStart error: PictureInPictureError) {}
    public func willStop(_ pictureInPicture: PictureInPicture) {}
    public func didStop(_ pictureInPicture: PictureInPicture) {}
}
