// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxGTK

/// Finds the program's icon if the desktop doesn't know it: next to the executable, or in the build folder.
@MainActor enum ProgramIcon {
    static func find() {
        guard !Icon.isThere(DesktopApp.id), let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        else {
            return
        }
        for folder in folders(around: URL(filePath: program)) where FileManager.default.fileExists(atPath: folder) {
            Icon.lookFor(in: folder)
        }
    }

    private static func folders(around program: URL) -> [String] {
        let installed = program.deletingLastPathComponent().deletingLastPathComponent().appending(path: "share/icons")
        var folders = [installed.path]
        var parent = program.deletingLastPathComponent()
        while parent.path != "/" {
            parent.deleteLastPathComponent()
            if parent.lastPathComponent == ".build" { folders.append(parent.deletingLastPathComponent().appending(path: "Packaging").path) }
        }
        return folders
    }
}
