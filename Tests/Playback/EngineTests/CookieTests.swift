// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxOrigin

/// A CDN with signed cookies: the playlist's response sets one, and all other requests need it.
@Suite("Cookies of a server", .timeLimit(.minutes(1)))
struct CookieTests {
    @Test("A cookie is sent with every request of its item but not with another item's", arguments: ["aes-128-ts", "vod-cmaf"])
    func signed(_ name: String) async throws {
        let folder = try OriginFolder(GeneratedStreams.named(name).directory.path)
        let origin = try await FaultyOrigin { request in
            if request.path == "/index.m3u8" {
                var response = folder.answer(request)
                response.headers.append((name: "Set-Cookie", value: "pass=1; Path=/; HttpOnly"))
                return response
            }
            guard request.header("Cookie") == "pass=1" else { return OriginResponse(status: 403) }
            return folder.answer(request)
        }
        let address = origin.address + "/index.m3u8"
        let run = await RecordedRun.play([address, address], configuration: .impatient)
        #expect(run.end == .ended)
        let first = origin.requests(for: "/index.m3u8")
        #expect(first.count == 2)
        #expect(first.allSatisfy { $0.header("Cookie") == nil })
        await origin.stop()
    }
}
