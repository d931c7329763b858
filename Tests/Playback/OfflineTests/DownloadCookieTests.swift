// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxOrigin

@testable import WindowboxOffline

@MainActor @Suite("Downloads from servers with signed cookies", .timeLimit(.minutes(1)))
struct DownloadCookieTests {
    @Test("The playlist's cookie is sent with every later request, including keys")
    func signed() async throws {
        let folder = try OriginFolder(GeneratedStreams.named("aes-128-ts").directory.path)
        let origin = try await FaultyOrigin { request in
            if request.path == "/index.m3u8" {
                var response = folder.answer(request)
                response.headers.append((name: "Set-Cookie", value: "pass=1; Path=/"))
                return response
            }
            guard request.header("Cookie") == "pass=1" else { return OriginResponse(status: 403) }
            return folder.answer(request)
        }
        let path = FileManager.default.temporaryDirectory.appending(path: "windowbox-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let downloader = try await Downloader.open(path, configuration: DownloadStage.configuration())
        let download = try await downloader.download(url: origin.address + "/index.m3u8")
        #expect(await download.settled().error == nil)
        #expect(download.progress.fraction == 1)
        await downloader.close()
        await origin.stop()
    }
}
