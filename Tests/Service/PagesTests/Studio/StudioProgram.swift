// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract
import WindowboxKit

/// The service as an operator starts it, with an empty database and a client of one business.
struct StudioProgram: Sendable {
    let address: String
    let folder: URL
    let client: String
    let secret: String

    struct Fault: Error { let what: String }

    /// Runs it while a closure runs.
    static func with(_ body: @Sendable (StudioProgram) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-studio-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let settings = [
            "listen=127.0.0.1:0", "database=\(folder.appending(path: "x.sqlite").path)", "media=\(folder.appending(path: "media").path)",
            "live-ports=0", "log-level=notice",
        ].flatMap { ["--set", $0] }
        let (_, said) = try await RunningProgram.run("windowbox-service", ["add-client", "Editor", "--business", "mine"] + settings)
        let words = said.flatMap { $0.split(separator: " ").map(String.init) }
        guard words.count == 4 else { throw Fault(what: "no client: \(words)") }
        try await RunningProgram.with("windowbox-service", settings) { program in
            let address = "http://127.0.0.1:\(try await program.port())"
            try await body(StudioProgram(address: address, folder: folder, client: words[1], secret: words[3]))
        }
    }

    /// A generated video: two seconds, upright, with a tone.
    /// - Parameter padding: Meaningless bytes, so that the upload takes longer.
    func film(_ name: String, padding: Int = 0) async throws -> String {
        let path = folder.appending(path: name).path
        try await ffmpeg([
            "-f", "lavfi", "-i", "testsrc2=size=180x320:rate=25:duration=2", "-f", "lavfi", "-i", "sine=frequency=440:duration=2", "-c:v",
            "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac", path,
        ])
        guard padding > 0 else { return path }
        // A box that readers ignore (ISO/IEC 14496-12, 8.1.2).
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.seekToEnd()
        var head = Data()
        withUnsafeBytes(of: UInt32(padding + 8).bigEndian) { head.append(contentsOf: $0) }
        head.append(contentsOf: "free".utf8)
        try handle.write(contentsOf: head + Data(repeating: 0, count: padding))
        try handle.close()
        return path
    }

    /// An image of one colour.
    func picture(_ name: String) async throws -> String {
        let path = folder.appending(path: name).path
        try await ffmpeg(["-f", "lavfi", "-i", "color=red:size=180x320", "-frames:v", "1", path])
        return path
    }

    func file(_ name: String, _ text: String) throws -> String {
        let file = folder.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    private func ffmpeg(_ arguments: [String]) async throws {
        let (status, said) = try await RunningProgram.run("/usr/bin/env", ["ffmpeg", "-v", "error", "-y"] + arguments)
        guard status == 0 else { throw Fault(what: "ffmpeg: \(status) \(said)") }
    }
}

extension Browser {
    /// Signs in, and stays on the resulting page.
    func signIn(_ program: StudioProgram, to path: String = "/studio") async throws {
        try await open(program.address + path)
        try await type(program.client, into: find(role: "textbox", name: "Client ID"))
        try await type(program.secret, into: find("#client_secret"))
        try await click(find(role: "button", name: "Sign in as a client"))
        try await wait(for: "return document.querySelector('meta[name=studio-token]') !== null")
    }

    /// Presses a button without checking whether something covers it.
    ///
    /// The control room may redraw it between finding and pressing: then the new one is pressed, a few times at most.
    func press(button name: String) async throws {
        func pressOnce() async throws {
            let button = try await find(role: "button", name: name)
            try await show(button)
            try await click(button)
        }
        for _ in 0..<4 {
            do { return try await pressOnce() } catch let fault as Fault {
                guard fault.description.contains("stale element") else { throw fault }
            }
        }
        try await pressOnce()
    }

    func waitFor(text: String) async throws { try await wait(for: "return document.body.innerText.includes(arguments[0])", text) }

    /// Signs in, creates a channel, an app and a stream, and goes live; the control room is open then.
    func goLive(_ program: StudioProgram) async throws -> (app: String, stream: String) {
        try await signIn(program, to: "/studio/channels/new")
        try await fill("[name=name]", "News")
        try await press(button: "Save")
        try await wait(for: "return /channels.[\\w-]{12,}$/.test(location.pathname)")
        try await open(program.address + "/studio/apps/new")
        try await fill("[name=name]", "App")
        try await press(button: "Save")
        try await wait(for: "return /apps.[\\w-]{12,}$/.test(location.pathname)")
        let app = try await lastOfAddress
        try await open(program.address + "/studio/live/new")
        return (app, try await goLive())
    }

    /// Creates the stream of the open form, and goes live.
    /// - Returns: Its ID.
    func goLive() async throws -> String {
        try await fill("[name=title]", "Noon")
        try await press(button: "Save")
        try await wait(for: "return document.querySelector('.room') !== null")
        let stream = try await lastOfAddress
        try await press(button: "Go live")
        // No encoder is sending, so a confirmation is shown first.
        try await wait(for: "const yes = document.querySelector('#ask[open] button'); yes?.click(); return Boolean(yes)")
        try await wait(for: "return document.querySelector('.air .status.live') !== null")
        return stream
    }

    /// Selects an option as a user does, with the page's events.
    func choose(_ css: String, _ value: String) async throws {
        _ = try await run(
            """
            const field = document.querySelector(arguments[0]);
            field.value = arguments[1];
            field.dispatchEvent(new Event('change', {bubbles: true}));
            """, css, value)
    }

    private var lastOfAddress: String {
        get async throws { try await address.split(separator: "/").last.map(String.init) ?? "" }
    }

    /// Replaces the text of a field.
    func fill(_ css: String, _ text: String) async throws {
        _ = try await run("const field = document.querySelector(arguments[0]); field.value = ''; field.focus();", css)
        try await type(text, into: find(css))
    }
}
