// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WindowboxAds
import WindowboxKit

@testable import WindowboxAdPlayback

@MainActor @Suite("Parameters replaced in quick succession", .timeLimit(.minutes(1))) struct ParameterOrderTests {
    /// Holds back its answer to each request until it is let go.
    private final class Service: StitchingService {
        let sent = Watched<[String]>([])
        let answered = Watched(0)

        func stream(for request: StreamRequest) async throws(StreamFailure) -> StitchedStream { throw .request }
        func ads(of stream: StitchedStream) async -> TrackedAds? { TrackedAds() }
        func replaceParameters(_ parameters: [String: String], of stream: StitchedStream) async {
            let number = sent.change {
                $0.append(parameters["n"] ?? "")
                return $0.count
            }
            await answered.reaches { $0 >= number }
        }
    }

    @Test("Replaced parameters are sent one request at a time, and the last ones arrive last") func order() async {
        let service = Service()
        let sender = ParameterSender()
        let stream = StitchedStream(address: "http://host/s/main.m3u8", tracking: nil)
        sender.send(["n": "1"], of: stream, by: service)
        await service.sent.reaches { $0 == ["1"] }
        // Those in between are of no use any more.
        for number in 2...4 { sender.send(["n": "\(number)"], of: stream, by: service) }
        service.answered.change { $0 = 1 }
        await service.sent.reaches { $0.count == 2 }
        #expect(service.sent.value == ["1", "4"])
        service.answered.change { $0 = 2 }
        // After a pause, it goes on.
        sender.send(["n": "5"], of: stream, by: service)
        await service.sent.reaches { $0.count == 3 }
        #expect(service.sent.value == ["1", "4", "5"])
        service.answered.change { $0 = 3 }
    }
}
