// SPDX-License-Identifier: Apache-2.0

import WindowboxGTK

/// The keyboard shortcuts, as listed in their window.
enum AppShortcuts {
    @MainActor static let all = [
        ShortcutsWindow.Group(
            translated("Playback"),
            [
                (translated("Play or pause"), "space k"), (translated("Skip back, forward"), "Left Right"),
                (translated("Go to the start, the end"), "Home End"),
                (translated("Previous, next frame"), "comma period"), (translated("Slower, faster"), "bracketleft bracketright"),
                (translated("Normal speed"), "backslash"),
                (translated("Previous, next"), "p n"),
                (translated("Previous, next file in the folder"), "<Control>Page_Up <Control>Page_Down"),
                (translated("Go to a time"), "<Control>g"), (translated("Repeat"), "<Control>r"),
                (translated("Repeat a part: its start, its end, off"), "l"),
            ]),
        ShortcutsWindow.Group(
            translated("Audio"),
            [
                (translated("Volume up, down"), "Up Down"), (translated("Mute"), "m"), (translated("Night mode"), "<Shift>n"),
                (translated("Next audio track"), "b"), (translated("Earlier, later audio"), "<Shift>g <Shift>h"),
            ]),
        ShortcutsWindow.Group(
            translated("Subtitles"),
            [
                (translated("Next subtitles"), "v"), (translated("Earlier, later subtitles"), "g h"),
                (translated("Higher, lower subtitles"), "<Control>Up <Control>Down"),
                (translated("Add a file"), "<Control>u"),
            ]),
        ShortcutsWindow.Group(
            translated("Picture"),
            [
                (translated("Fill the window"), "z"), (translated("Aspect ratio"), "<Shift>a"), (translated("Crop"), "c"),
                (translated("Zoom in, out"), "<Control>plus <Control>minus"),
                (translated("Normal size"), "<Control>0"), (translated("Rotate right, left"), "r <Shift>r"),
                (translated("Deinterlacing"), "<Shift>d"),
                (translated("Save a snapshot"), "<Control>s"),
            ]),
        ShortcutsWindow.Group(
            translated("Window"),
            [
                (translated("Fit the window to the video"), "<Control>1"),
                (translated("Full screen"), "f F11"), (translated("Leave full screen"), "Escape"), (translated("Playlist"), "F9"),
                (translated("Properties"), "<Alt>Return"),
                (translated("Statistics"), "<Control>i"),
                (translated("Picture in picture"), "<Control>p"),
                (translated("Main menu"), "F10"), (translated("Preferences"), "<Control>comma"), (translated("Close"), "<Control>w q"),
            ]),
        ShortcutsWindow.Group(
            translated("Open"),
            [(translated("Files"), "<Control>o"), (translated("Folder"), "<Control><Shift>o"), (translated("Address"), "<Control>l")]),
        ShortcutsWindow.Group(
            translated("File"),
            [
                (translated("Copy the address"), "<Control><Shift>c"), (translated("Move to the trash"), "<Control>Delete"),
            ]),
        ShortcutsWindow.Group(
            translated("Playlist"),
            [
                (translated("Play"), "Return"), (translated("Move up, down"), "<Alt>Up <Alt>Down"), (translated("Remove"), "Delete"),
                (translated("Save"), "<Control><Shift>s"),
            ]),
    ]

    /// The shortcuts of the feed window.
    @MainActor static let feed = [
        ShortcutsWindow.Group(
            translated("Videos"),
            [
                (translated("Previous, next"), "Up Down"), (translated("Skip back, forward"), "Left Right"),
                (translated("Play or pause"), "space k"), (translated("Mute"), "m"), (translated("Subtitles on or off"), "c"),
                (translated("Full screen"), "f F11"), (translated("Picture in picture"), "i"),
                (translated("Back to the list"), "Escape <Alt>Left"),
            ]),
        ShortcutsWindow.Group(
            translated("List"),
            [
                (translated("Search"), "<Control>f"), (translated("Refresh"), "<Control>r F5"), (translated("Main menu"), "F10"),
                (translated("Keyboard Shortcuts"), "<Control>question"), (translated("Close"), "<Control>w <Control>q"),
            ]),
    ]
}
