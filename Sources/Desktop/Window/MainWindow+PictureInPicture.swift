// SPDX-License-Identifier: Apache-2.0

import WindowboxGTK

// While the small window shows the picture, this one is put away; it comes back with the same player.
extension MainWindow: PictureInPictureDelegate {
    func didStart(_ pictureInPicture: PictureInPicture) {
        isVisible = false
        if !PictureInPicture.staysAbove {
            toasts.show("This desktop lets only you keep a window above the others: use the small window’s menu", seconds: 8)
        }
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
        if !isVisible { close() }
    }
}
