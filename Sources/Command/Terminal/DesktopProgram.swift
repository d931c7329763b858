// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The program with the graphical user interface, in this program's folder.
///
/// It is separate, so that playback without a window starts without loading GTK.
struct DesktopProgram {
    let path: String

    static var hasDisplay: Bool {
        let environment = ProcessInfo.processInfo.environment
        return environment["DISPLAY"]?.isEmpty == false || environment["WAYLAND_DISPLAY"]?.isEmpty == false
    }

    static func find() -> DesktopProgram? { SiblingProgram.find("windowbox-desktop").map(DesktopProgram.init) }

    /// Runs the program until its window is closed.
    func run(_ addresses: [String], title: String? = nil, options: [String] = []) async throws {
        let status = try await ChildProcess(path, (title.map { ["--title", $0] } ?? []) + options + addresses).status()
        if status != 0 { throw Failure(message: "the window exited with status \(status)", status: status == 3 ? 3 : 1) }
    }
}
