// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxGTK
import WindowboxMedia
import WindowboxPlayer

// Actions on the current video.
extension MainWindow {
    func addMediaActions(_ actions: ActionGroup) {
        actions.add("properties", keys: "<Alt>Return") { [weak self] in
            Task { [weak self] in await self?.properties()?.present() }
        }
        actions.add("save-picture", keys: "<Control>s") { [weak self] in self?.savePicture() }
        actions.add("go-to-time", keys: "<Control>g") { [weak self] in self?.askForTime() }
        actions.add("repeat", keys: "<Control>r") { [weak self] in
            guard let self else { return }
            session.player.repeatMode = session.player.repeatMode.next
            view.show(PlayerNotice(session.player.repeatMode.title))
        }
        actions.add("repeat-part") { [weak self] in
            guard let self, let text = session.model.markRepeatedPart() else { return }
            view.show(PlayerNotice(text))
        }
        actions.add("fit-window", keys: "<Control>1") { [weak self] in self?.fitVideo() }
        addFileActions(actions)
        addPlaylistActions(actions)
        actions.add("shuffle") { [weak self] in self?.session.player.shuffleUpcoming() }
    }

    // MARK: Properties

    /// Nil if nothing is playing.
    func properties() async -> PreferencesWindow? {
        let player = session.player
        guard let item = player.currentItem else { return nil }
        let address = session.history.presentAddress
        var facts = MediaProperties.Facts()
        if let url = address.flatMap({ URL(string: $0) }) { (facts.size, facts.tracks) = await LocalMedia.facts(of: url) }
        guard item === player.currentItem else { return nil }
        facts.metadata = player.metadata
        facts.address = address
        facts.duration = player.duration
        facts.isLive = session.model.isLive
        facts.pictureSize = player.presentationSize
        facts.bitrate = player.metrics()?.indicatedBitrate
        return PropertiesDialog.make(MediaProperties(facts), address: address, above: self)
    }

    // MARK: Snapshots

    private func savePicture() {
        guard let bytes = session.pictures.still(width: .max) else { return }
        let folder = URL(filePath: UserFolder.pictures ?? NSHomeDirectory(), directoryHint: .isDirectory)
        do {
            let file = try SavedPicture.write(bytes, of: session.model.title, at: session.player.time ?? 0, into: folder)
            toasts.show(translated("Saved as “{name}”", ["name": file.lastPathComponent]), button: translated("Open Folder")) {
                _ = FolderOpener.open(folder.absoluteString)
            }
        } catch {
            let problem = translated("The snapshot can’t be saved in “{folder}”", ["folder": folder.lastPathComponent])
            toasts.show(SavingProblem.text(problem, error), seconds: 6)
        }
    }

    // MARK: Go to time

    private func askForTime() {
        GoToTimeDialog.make(session.model, above: self)?.dialog.present()
    }
}

/// A saved snapshot.
enum SavedPicture {
    /// Maximum bytes of the title in a file name: some file systems limit the complete name to 255 bytes.
    private static let maxTitleLength = 120

    /// - Returns: the new file, which never replaces an existing one.
    static func write(_ bytes: [UInt8], of title: String, at time: Double, into folder: URL) throws -> URL {
        let name = name(of: title, at: time)
        var number = 1
        while true {
            let file = folder.appending(path: (number == 1 ? name : "\(name) (\(number))") + ".png")
            do {
                try Data(bytes).write(to: file, options: .withoutOverwriting)
                return file
            } catch CocoaError.fileWriteFileExists where number < 1000 {
                number += 1
            } catch CocoaError.fileWriteOutOfSpace {
                // An incomplete image is useless and takes space.
                try? FileManager.default.removeItem(at: file)
                throw CocoaError(.fileWriteOutOfSpace)
            }
        }
    }

    /// Without extension.
    static func name(of title: String, at time: Double) -> String {
        var title = String(title.map { $0 == "/" || $0 == "\0" || $0.isNewline ? "-" : $0 }).trimmingCharacters(in: .whitespaces)
        while title.utf8.count > maxTitleLength { title.removeLast() }
        while title.hasPrefix(".") { title.removeFirst() }
        return (title.isEmpty ? "Windowbox" : title) + " " + TimeText.clock(time).replacing(":", with: ".")
    }
}

extension RepeatMode {
    /// The next mode when cycling with a button.
    var next: RepeatMode {
        switch self {
        case .off: .all
        case .all: .one
        case .one: .off
        }
    }

    var title: String {
        switch self {
        case .off: translated("Repeat Off")
        case .all: translated("Repeat All")
        case .one: translated("Repeat One")
        }
    }
}

extension Player {
    /// Shuffles the items after the current one.
    func shuffleUpcoming() {
        let items = items
        guard let current = currentItem, let index = items.firstIndex(of: current) else { return self.items = items.shuffled() }
        self.items = Array(items[...index]) + items[(index + 1)...].shuffled()
    }
}
