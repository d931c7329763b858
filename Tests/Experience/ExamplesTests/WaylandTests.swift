// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing
import WindowboxKit

/// The desktop app on a Wayland compositor, which lets a program neither place windows nor keep them above others.
@Suite("Wayland", .serialized, .timeLimit(.minutes(3)))
struct WaylandTests {
    @Test("1.23: The app plays; its small window opens, explains what only the user can do, and returns")
    func pictureInPicture() async throws {
        let film = try GeneratedStreams.named("file-film-mkv").address
        try await onThread {
            let session = try DesktopSession("windowbox-desktop", [film], on: .wayland)
            let program = try AccessibilityBus(session).program(session.process)
            _ = try program.wait(for: "button: Pause")
            try program.wait(for: "button: Picture in Picture").press()
            _ = try program.wait(for: "button: Close Picture in Picture")
            _ = try program.wait(for: "label: Right-click to keep it on top, if your desktop supports it")
            try program.wait(for: "button: Back to Window").press()
            try program.wait(for: "button: Full Screen").press()
            _ = try program.wait(for: "button: Leave Full Screen")
            #expect(kill(session.process, 0) == 0)
        }
    }
}
