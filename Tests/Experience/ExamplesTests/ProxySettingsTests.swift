// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit

@Suite("The desktop app behind a proxy", .timeLimit(.minutes(2)))
struct ProxySettingsTests {
    @Test("A video is loaded over the proxy of the desktop's settings")
    func settings() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let settings = folder.appending(path: "glib-2.0/settings")
        try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let film = try GeneratedStreams.named("file-end-mp4").url
        let origin = try await FaultyOrigin(["/film.mp4": Array(try Data(contentsOf: film))])
        let port = try #require(origin.address.split(separator: ":").last.flatMap { Int($0) })
        let proxy = try ProxyDouble(to: port)
        let lines = ["[system/proxy]", "mode='manual'", "[system/proxy/http]", "host='127.0.0.1'", "port=\(proxy.port)"]
        try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: settings.appending(path: "keyfile"))
        let file = folder.appending(path: "report.json")
        let app = try RunningProgram(
            "windowbox-desktop", ["--for", "6", "--report", file.path, "http://media.example/film.mp4"],
            environment: [
                "XDG_CURRENT_DESKTOP": "GNOME", "GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": folder.path,
                "XDG_DATA_HOME": folder.path, "http_proxy": "", "all_proxy": "", "ALL_PROXY": "",
            ])
        for await _ in app.lines {}
        struct Report: Decodable { var picturesPresented: Int }
        #expect(try JSONDecoder().decode(Report.self, from: Data(contentsOf: file)).picturesPresented > 0)
        #expect(proxy.tunnels.contains { $0.target == "media.example:80" })
        await origin.stop()
    }
}
