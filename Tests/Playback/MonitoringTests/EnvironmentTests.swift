// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import WindowboxMonitoring

@Suite("Playback environment")
struct EnvironmentTests {
    @Test("1.18: The operating system is read from its release file, quoted or not")
    func system() {
        let debian = "PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nNAME=\"Debian GNU/Linux\"\nVERSION_ID='12'\nID=debian\n"
        #expect(MonitoringEnvironment.OperatingSystem(release: debian) == .init(name: "Debian GNU/Linux", version: "12"))
        #expect(MonitoringEnvironment.OperatingSystem(release: "NAME=Arch\n=\n\"") == .init(name: "Arch"))
        #expect(MonitoringEnvironment.OperatingSystem(release: "") == .init(name: "Linux"))
        #expect(!MonitoringEnvironment.OperatingSystem.ofThisMachine().name.isEmpty)
    }

    @Test("1.18: The player's name is the one that servers see")
    func player() {
        let player = MonitoringEnvironment.PlayerSoftware.windowbox(language: "de")
        #expect(player.name == "Windowbox")
        #expect(player.version?.isEmpty == false)
        #expect(player.language == "de")
    }

    @Test("1.18: A VPN is detected by a tunnel interface that is not down")
    func tunnel() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tunnel-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        func add(_ name: String, _ files: [String: String]) throws {
            let directory = folder.appending(path: name)
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            for (file, text) in files { try Data((text + "\n").utf8).write(to: directory.appending(path: file)) }
        }
        #expect(!NetworkTunnel.isUp(in: folder.path))
        try add("eth0", ["type": "1", "operstate": "up"])
        try add("tun0", ["type": "65534", "tun_flags": "0x1001", "operstate": "down"])
        #expect(!NetworkTunnel.isUp(in: folder.path))
        try add("wg0", ["type": "65534", "operstate": "unknown"])
        #expect(NetworkTunnel.isUp(in: folder.path))
    }
}
