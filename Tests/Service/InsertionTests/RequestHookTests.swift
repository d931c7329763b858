// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WindowboxAdPlayback
import WindowboxAds
import WindowboxPlayer

@MainActor @Suite("Changing a request before it is sent", .timeLimit(.minutes(1))) struct RequestHookTests {
    /// Rejects all streams.
    private final class Nobody: StitchingService {
        let asked = Mutex<[StreamRequest]>([])
        func stream(for request: StreamRequest) async throws(StreamFailure) -> StitchedStream {
            asked.withLock { $0.append(request) }
            throw .request
        }
        func ads(of stream: StitchedStream) async -> TrackedAds? { TrackedAds() }
        func replaceParameters(_ parameters: [String: String], of stream: StitchedStream) async {}
    }

    /// An app's changes to requests.
    private struct Hook: StitchingService {
        let inner: Nobody
        func stream(for request: StreamRequest) async throws(StreamFailure) -> StitchedStream {
            var request = request
            request.adTagParameters["rdp"] = "1"
            request.authToken = "token"
            return try await inner.stream(for: request)
        }
        func ads(of stream: StitchedStream) async -> TrackedAds? { await inner.ads(of: stream) }
        func replaceParameters(_ parameters: [String: String], of stream: StitchedStream) async {}
    }

    @Test("1.2 D6 Parameters and tokens come from the app's own service just before the stream is requested")
    func changed() async {
        let inner = Nobody()
        let player = StreamAdPlayer(player: Player(), service: Hook(inner: inner), sender: BeaconSender())
        let events = player.events
        var request = StreamRequest(.recorded(sourceID: "s", videoID: "v"))
        request.adTagParameters = ["own": "2"]
        player.begin(request, backup: nil)
        for await event in events { if case .backupStarted = event { break } }
        let asked = inner.asked.withLock { $0 }
        #expect(asked.count == 1)
        #expect(asked.first?.adTagParameters == ["own": "2", "rdp": "1"])
        #expect(asked.first?.authToken == "token")
        player.stop()
    }
}
