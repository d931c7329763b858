// SPDX-License-Identifier: Apache-2.0

import WindowboxGTK
import WindowboxPlayer

// While the small window shows the picture, this one is put away; it comes back with the same player.
extension MainWindow: PictureInPictureDelegate {
    func didStart(_ pictureInPicture: PictureInPicture) {
        session.model.ads?.pictureInPicture(true)
        putAside()
    }

    /// Somebody asks for the window from outside: it comes back from the small one too.
    func bringBack() {
        if pictureInPicture.isActive { pictureInPicture.stop() } else { present() }
    }

    /// The small window is not opened by an ad.
    func startPictureInPicture() {
        guard session.model.ads?.allowsPictureInPicture ?? true else {
            toasts.show("Not while an ad plays")
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

    /// Closed and not restored: nothing shows the picture any more, so the program ends as if its window had been closed.
    func didStop(_ pictureInPicture: PictureInPicture) {
        session.model.ads?.pictureInPicture(false)
        if !isVisible { close() }
    }
}
