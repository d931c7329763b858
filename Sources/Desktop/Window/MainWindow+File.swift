// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxGTK
import WindowboxLibrary
import WindowboxMedia
import WindowboxPlayer

// Actions on the current file.
extension MainWindow {
    func addFileActions(_ actions: ActionGroup) {
        actions.add("next-file", keys: "<Control>Page_Down") { [weak self] in self?.session.model.afterList?() }
        actions.add("previous-file", keys: "<Control>Page_Up") { [weak self] in self?.session.model.beforeList?() }
        actions.add("show-folder") { [weak self] in
            guard let self, let file = currentFile else { return }
            if !FolderOpener.open(file.deletingLastPathComponent().absoluteString) {
                toasts.show(translated("No app can show folders"))
            }
        }
        actions.add("copy-address", keys: "<Control><Shift>c") { [weak self] in self?.copyAddress() }
        actions.add("trash", keys: "<Control>Delete") { [weak self] in self?.askToTrash() }
    }

    /// Enables the actions that the current item has.
    func followFile() {
        bind(to: { [model = session.model] in model.beforeList != nil }) { $0.actions.set("previous-file", isEnabled: $1) }
        bind(to: { [model = session.model] in model.afterList != nil }) { $0.actions.set("next-file", isEnabled: $1) }
        bind(to: { [player = session.player] in player.currentItem }) { window, item in
            let isFile = item.flatMap { window.session.history.address(of: $0) }?.hasPrefix("file:") ?? false
            for name in ["show-folder", "trash"] { window.actions.set(name, isEnabled: isFile) }
        }
    }

    /// nil if a stream plays, or nothing.
    private var currentFile: URL? { currentAddress.flatMap { URL(string: $0) }.flatMap { $0.isFileURL ? $0 : nil } }
    private var currentAddress: String? { session.player.currentItem.flatMap { session.history.address(of: $0) } }

    private func copyAddress() {
        guard let address = currentAddress else { return }
        // Don't copy passwords to the clipboard.
        Clipboard.copy(currentFile?.path(percentEncoded: false) ?? address.withoutCredentials)
        toasts.show(translated("Address copied"))
    }

    private func askToTrash() {
        guard let item = session.player.currentItem, let file = currentFile else { return }
        MessageDialog(
            above: self, heading: translated("Move to Trash?"),
            body: translated("“{name}” will be closed.", ["name": file.lastPathComponent]),
            answer: translated("Move to Trash")
        ) { [weak self] in self?.trash(file, item) }.present()
    }

    func trash(_ file: URL, _ item: PlayerItem) {
        guard Trash.move(file.absoluteString) else {
            toasts.show(translated("“{name}” can’t be moved to the trash", ["name": file.lastPathComponent]))
            return
        }
        let next = session.player.items.count == 1 ? session.model.afterList : nil
        session.player.remove(item)
        session.library.forget(file.absoluteString)
        toasts.show(translated("“{name}” is in the trash", ["name": file.lastPathComponent]))
        next?()
    }

    // MARK: Size

    /// Gives the window the size of the video, or the largest that fits on the screen.
    func fitVideo() {
        guard let picture = session.pictures.pictureSize, picture.height > 0 else { return }
        // The width and height of a window may include its frame, which its size for `resize` does not.
        let current = isFullScreen || isMaximized ? (width: width, height: height) : normalSize
        let around = (width: current.width - view.video.width, height: current.height - view.video.height)
        if isFullScreen { view.onFullScreen?(false) }
        isMaximized = false
        let size = FittedSize.of(
            picture, isCropped: view.video.adjustments.current.crop != nil,
            ratio: view.video.pictureRectangle.map { $0.width / max($0.height, 1) }, around: around, screen: screenSize)
        resize(width: size.width, height: size.height)
    }
}

/// The size of a window that shows a video without bars.
enum FittedSize {
    /// The part of the screen that a window may take; panels need some.
    private static let share = 0.9
    /// The minimum size of the window.
    private static let smallest = (width: 360.0, height: 240.0)

    /// - Parameters:
    ///   - isCropped: not all of the video is shown: its width is kept.
    ///   - ratio: the displayed width divided by height; nil is that of the pixels.
    ///   - around: the size of what else is in the window.
    ///   - screen: nil for no limit.
    static func of(
        _ picture: PixelSize, isCropped: Bool = false, ratio: Double?, around: (width: Int, height: Int), screen: (width: Int, height: Int)?
    ) -> (width: Int, height: Int) {
        let ratio = ratio ?? Double(picture.width) / Double(picture.height)
        var (width, height) = (Double(picture.height) * ratio, Double(picture.height))
        // Turned by a quarter: the longer side stays the longer one.
        if (ratio < 1) != (picture.width < picture.height) { (width, height) = (Double(picture.width) * ratio, Double(picture.width)) }
        if isCropped { (width, height) = (Double(picture.width), Double(picture.width) / ratio) }
        // A smaller window can't have the shape of the video.
        let enlargement = max(1, smallest.width / width, smallest.height / height)
        (width, height) = (width * enlargement, height * enlargement)
        if let screen {
            let scale = min(
                1, (Double(screen.width) * share - Double(around.width)) / width,
                (Double(screen.height) * share - Double(around.height)) / height)
            (width, height) = (width * max(scale, 0.1), height * max(scale, 0.1))
        }
        return (Int(width.rounded()) + around.width, Int(height.rounded()) + around.height)
    }
}
