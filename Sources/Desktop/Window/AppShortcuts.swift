// SPDX-License-Identifier: Apache-2.0

import WindowboxGTK

/// The keyboard shortcuts, as listed in their window.
enum AppShortcuts {
    @MainActor static let all = [
        ShortcutsWindow.Group(
            "Playback",
            [
                ("Play or pause", "space k"), ("Skip back, forward", "Left Right"), ("Go to the start, the end", "Home End"),
                ("Previous, next frame", "comma period"), ("Slower, faster", "bracketleft bracketright"), ("Normal speed", "backslash"),
                ("Previous, next", "p n"), ("Go to a time", "<Control>g"), ("Repeat", "<Control>r"),
            ]),
        ShortcutsWindow.Group(
            "Audio", [("Volume up, down", "Up Down"), ("Mute", "m"), ("Night mode", "<Shift>n"), ("Next audio track", "b")]),
        ShortcutsWindow.Group("Subtitles", [("Next subtitles", "v"), ("Earlier, later subtitles", "g h"), ("Add a file", "<Control>u")]),
        ShortcutsWindow.Group(
            "Picture",
            [
                ("Fill the window", "z"), ("Aspect ratio", "<Shift>a"), ("Zoom in, out", "<Control>plus <Control>minus"),
                ("Normal size", "<Control>0"), ("Rotate right, left", "r <Shift>r"), ("Deinterlacing", "<Shift>d"),
                ("Save a snapshot", "<Control>s"),
            ]),
        ShortcutsWindow.Group(
            "Window",
            [
                ("Full screen", "f F11"), ("Leave full screen", "Escape"), ("Playlist", "F9"), ("Properties", "<Alt>Return"),
                ("Statistics", "<Control>i"),
                ("Picture in picture", "<Control>p"),
                ("Main menu", "F10"), ("Preferences", "<Control>comma"), ("Close", "<Control>w q"),
            ]),
        ShortcutsWindow.Group(
            "Open", [("Files", "<Control>o"), ("Folder", "<Control><Shift>o"), ("Address", "<Control>l")]),
        ShortcutsWindow.Group("Playlist", [("Play", "Return"), ("Move up, down", "<Alt>Up <Alt>Down"), ("Remove", "Delete")]),
    ]
}
