// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxPlayer

@testable import WindowboxOffline

@Suite("Files of downloads") struct DownloadDiskTests {
    @Test("A playlist that does not fit leaves the count of used bytes as it is")
    func quota() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "windowbox-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let disk = DownloadDisk(folder: folder, quota: 100)
        try await disk.open()
        let record = DownloadRecord(
            id: "a", address: "https://example.com/a.m3u8", preference: DownloadPreference(), metadata: .empty, state: .preparing,
            created: 0)
        let name = try await disk.create(record)
        let plan = DownloadPlan(entry: "main.m3u8", resources: [], playlists: ["main.m3u8"], duration: 0)
        try await disk.store(plan, texts: ["main.m3u8": [UInt8](repeating: 0x23, count: 60)], name)
        #expect(await disk.used == 60)
        await #expect(throws: DownloadError.self) {
            try await disk.store(plan, texts: ["main.m3u8": [UInt8](repeating: 0x23, count: 150)], name)
        }
        #expect(await disk.used == 60)
        await disk.shut()
    }
}
