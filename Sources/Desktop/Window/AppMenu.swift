// SPDX-License-Identifier: Apache-2.0

import WindowboxGTK
import WindowboxLibrary

/// The primary menu.
@MainActor enum AppMenu {
    private static let recentCount = 8

    static func make(recent: Menu) -> Menu {
        let menu = Menu()
        let opening = Menu()
        opening.add(translated("Open Files…"), action: "app.open-files", accelerator: "<Control>o")
        opening.add(translated("Open Folder…"), action: "app.open-folder", accelerator: "<Control><Shift>o")
        opening.add(translated("Open Address…"), action: "app.open-address", accelerator: "<Control>l")
        opening.add(submenu: recent, title: translated("Recent"))
        menu.add(section: opening)
        let showing = Menu()
        showing.add(submenu: video(), title: translated("Video"))
        showing.add(submenu: view(), title: translated("View"))
        showing.add(submenu: file(), title: translated("File"))
        showing.add(translated("Close Video"), action: "app.close-media")
        menu.add(section: showing)
        let program = Menu()
        program.add(translated("Preferences"), action: "app.preferences", accelerator: "<Control>comma")
        program.add(translated("Keyboard Shortcuts"), action: "app.shortcuts", accelerator: "<Control>question")
        program.add(translated("About Windowbox"), action: "app.about")
        menu.add(section: program)
        return menu
    }

    /// The entries for playing the current video.
    private static func video() -> Menu {
        let menu = Menu()
        let playing = Menu()
        playing.add(translated("Go to Time…"), action: "app.go-to-time", accelerator: "<Control>g")
        playing.add(translated("Repeat a Part"), action: "app.repeat-part", accelerator: "l")
        menu.add(section: playing)
        let adding = Menu()
        adding.add(translated("Add Subtitles…"), action: "app.add-subtitles", accelerator: "<Control>u")
        adding.add(translated("Save Snapshot"), action: "app.save-picture", accelerator: "<Control>s")
        menu.add(section: adding)
        return menu
    }

    /// The entries for what the window shows.
    private static func view() -> Menu {
        let menu = Menu()
        let panels = Menu()
        panels.add(translated("Playlist"), action: "app.playlist", accelerator: "F9")
        panels.add(translated("Statistics"), action: "app.statistics", accelerator: "<Control>i")
        menu.add(section: panels)
        let sizes = Menu()
        sizes.add(translated("Picture in Picture"), action: "app.picture-in-picture", accelerator: "<Control>p")
        sizes.add(translated("Fit Window to Video"), action: "app.fit-window", accelerator: "<Control>1")
        menu.add(section: sizes)
        return menu
    }

    /// The entries for the current file or stream.
    private static func file() -> Menu {
        let menu = Menu()
        let neighbours = Menu()
        neighbours.add(translated("Next File in Folder"), action: "app.next-file", accelerator: "<Control>Page_Down")
        neighbours.add(translated("Previous File in Folder"), action: "app.previous-file", accelerator: "<Control>Page_Up")
        menu.add(section: neighbours)
        let location = Menu()
        location.add(translated("Show in Folder"), action: "app.show-folder")
        location.add(translated("Copy Address"), action: "app.copy-address", accelerator: "<Control><Shift>c")
        location.add(translated("Properties"), action: "app.properties", accelerator: "<Alt>Return")
        menu.add(section: location)
        let removing = Menu()
        removing.add(translated("Move to Trash…"), action: "app.trash", accelerator: "<Control>Delete")
        menu.add(section: removing)
        return menu
    }

    /// The primary menu of the feed window.
    static func feed() -> Menu {
        let menu = Menu()
        let showing = Menu()
        showing.add(translated("Search"), action: "app.search", accelerator: "<Control>f")
        showing.add(translated("Refresh"), action: "app.refresh", accelerator: "<Control>r")
        menu.add(section: showing)
        let program = Menu()
        program.add(translated("Keyboard Shortcuts"), action: "app.shortcuts", accelerator: "<Control>question")
        program.add(translated("About Windowbox"), action: "app.about")
        menu.add(section: program)
        return menu
    }

    /// The menu of the playlist.
    static func playlist() -> Menu {
        let menu = Menu()
        menu.add(translated("Save Playlist…"), action: "app.save-playlist", accelerator: "<Control><Shift>s")
        menu.add(translated("Clear Playlist"), action: "app.clear-playlist")
        return menu
    }

    static func fill(_ menu: Menu, _ items: [RecentItem]) {
        menu.removeAll()
        guard !items.isEmpty else { return }
        let entries = Menu()
        for item in items.prefix(recentCount) {
            // A single underscore would mark a mnemonic.
            let title = item.name.replacing("_", with: "__")
            entries.add(String(title.prefix(60)), action: "app.open-recent", target: item.address)
        }
        menu.add(section: entries)
        let clearing = Menu()
        clearing.add(translated("Clear History"), action: "app.forget-recent")
        menu.add(section: clearing)
    }
}
