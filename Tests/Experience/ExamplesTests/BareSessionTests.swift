// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing
import WindowboxKit

/// The desktop app when parts of a desktop are missing, or disappear.
@Suite("Bare session", .serialized, .timeLimit(.minutes(3)))
struct BareSessionTests {
    @Test("Without an audio server and a bus the app says so, and shows video")
    func nothingBesideTheDisplay() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "report.json")
        let film = try GeneratedStreams.named("file-end-mp4").address
        let said = try await onThread {
            let ends = try DesktopSession.makePipe()
            let process = try DesktopSession.spawn(
                [
                    "/usr/bin/env", DesktopSession.packageRoot.appending(path: "Scripts/session.sh").path, "bash", "-c", #"exec "$@" 2>&1"#,
                    "bash", "env", "PULSE_SERVER=unix:/nowhere", "DBUS_SESSION_BUS_ADDRESS=unix:path=/nowhere",
                    "XDG_DATA_HOME=\(folder.path)", DesktopSession.product("windowbox-desktop"), "--for", "6", "--report", file.path,
                    film,
                ], output: ends[1])
            close(ends[1])
            let output = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
            let text = String(decoding: try output.readToEnd() ?? Data(), as: UTF8.self)
            var status: Int32 = 0
            waitpid(process, &status, 0)
            return text
        }
        struct Report: Decodable { var picturesPresented: Int }
        #expect(try JSONDecoder().decode(Report.self, from: Data(contentsOf: file)).picturesPresented > 0)
        #expect(said.contains("no sound"))
        #expect(said.contains("no media keys"))
    }

    @Test("When the display disappears the app quits")
    func displayGone() async throws {
        let film = try GeneratedStreams.named("file-end-mp4").address
        let isOver = try await onThread {
            let session = try DesktopSession("windowbox-desktop", [film])
            let program = try AccessibilityBus(session).program(session.process)
            _ = try program.wait(for: "button: Pause")
            kill(session.server, SIGKILL)
            // Any remaining process of the session would keep it open.
            session.waitForEnd()
            return kill(session.process, 0) != 0
        }
        #expect(isOver)
    }
}
