// SPDX-License-Identifier: Apache-2.0

import WindowboxGTK
import WindowboxPlayer

// While the small window shows the video, this window is put aside; it returns with the same player.
extension MainWindow: PictureInPictureDelegate {
    func didStart(_ pictureInPicture: PictureInPicture) {
        session.model.ads?.pictureInPicture(true)
        putAside()
    }

    /// Shows the window at an external request, also from picture in picture.
    func bringBack() {
        if pictureInPicture.isActive { pictureInPicture.stop() } else { present() }
    }

    /// An ad must not open the small window.
    func startPictureInPicture() {
        guard session.model.ads?.allowsPictureInPicture ?? true else {
            toasts.show(translated("Picture in picture isn’t available during ads"))
            return
        }
        pictureInPicture.start()
    }

    func pictureInPicture(_ pictureInPicture: PictureInPicture, failedToStart error: PictureInPictureError) {
        toasts.show(error.description)
    }

    func pictureInPicture(_ pictureInPicture: PictureInPicture, restore done: @escaping @MainActor () -> Void) {
        present()
        done()
    }

    /// Called when it was closed without being restored: no window shows the video any more, so the program ends.
    func didStop(_ pictureInPicture: PictureInPicture) {
        session.model.ads?.pictureInPicture(false)
        if !isVisible { close() }
    }
}
