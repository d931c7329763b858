// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxGTK
import WindowboxLibrary
import WindowboxPlayer
import WindowboxTransport

extension MainWindow {
    func addActions() {
        let actions = ActionGroup(prefix: "app", on: self)
        use(actions)
        actions.add("open-files", keys: "<Control>o") { [weak self] in self?.chooseFiles() }
        actions.add("open-folder", keys: "<Control><Shift>o") { [weak self] in self?.chooseFolder() }
        actions.add("open-address", keys: "<Control>l") { [weak self] in self?.askForAddress() }
        actions.add("open-recent") { [weak self] address in self?.openRecent(address) }
        actions.add("forget-recent") { [weak self] in self?.session.library.forgetAll() }
        actions.add("add-subtitles", keys: "<Control>u") { [weak self] in self?.chooseSubtitles() }
        addMediaActions(actions)
        actions.add("close-media") { [weak self] in
            guard let self else { return }
            session.history.record()
            session.player.removeAllItems()
            session.signIn.open()
        }
        actions.addSwitch("playlist", keys: "F9") { [weak self] in self?.flap.isOpen = $0 }
        actions.addSwitch("statistics", keys: "<Control>i") { [weak self] in self?.statistics.isShown = $0 }
        actions.add("picture-in-picture", keys: "<Control>p") { [weak self] in self?.startPictureInPicture() }
        actions.add("preferences", keys: "<Control>comma") { [weak self] in
            guard let self else { return }
            PreferencesDialog.make(session.library, above: self).present()
        }
        actions.add("shortcuts", keys: "<Control>question", "<Control>slash") { [weak self] in
            ShortcutsWindow.present(above: self, AppShortcuts.all)
        }
        actions.add("about") { [weak self] in AboutWindow.present(above: self) }
    }

    private func chooseFiles() {
        FileChooser.choose(.files, title: translated("Open Files"), above: self) { [weak self] addresses in
            guard let self else { return }
            Task { await self.open(addresses) }
        }
    }

    private func chooseSubtitles() {
        FileChooser.choose(.files, title: translated("Add Subtitles"), above: self) { [weak self] addresses in
            guard let self else { return }
            Task { await self.addSubtitles(addresses.compactMap { URL(string: $0) }) }
        }
    }

    private func chooseFolder() {
        FileChooser.choose(.folder, title: translated("Open Folder"), above: self) { [weak self] addresses in
            guard let self else { return }
            Task { await self.open(addresses) }
        }
    }

    func askToSignIn(_ challenge: AuthenticationChallenge) async -> SignInAnswer? {
        if !isVisible { bringBack() }
        return await SignInDialog(SignInQuestion(challenge), above: self).ask()
    }

    private func askForAddress() {
        let entry = Entry(name: translated("Address"), placeholder: "https://…")
        let dialog = MessageDialog(
            above: self, heading: translated("Open Address"), body: translated("The address of a stream, file or playlist"),
            answer: translated("Open"), content: entry
        ) { [weak self] in
            guard let self else { return }
            let address = MediaEntry.typed(entry.text)?.url.absoluteString ?? entry.text
            Task { await self.open([address]) }
        }
        dialog.canAnswer = false
        entry.onChange { [weak dialog] in dialog?.canAnswer = !$0.allSatisfy(\.isWhitespace) }
        dialog.present()
    }
}

extension AboutWindow {
    /// The window about this app.
    static func present(above parent: Window?) {
        ProgramIcon.find()
        present(
            above: parent, name: "Windowbox", icon: DesktopApp.id, version: DesktopApp.version,
            comments: translated("Plays streams and files in the best quality your network allows."))
    }
}
