// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxContract

@Suite("Video status") struct StatusTests {
    /// All permitted transitions.
    private static let steps: [(VideoStatus, VideoStatus)] = [
        (.pending, .processing), (.processing, .ready), (.processing, .failed), (.failed, .processing), (.ready, .archived),
        (.archived, .ready),
    ]

    @Test("Only the defined status transitions are allowed") func steps() {
        for from in VideoStatus.known {
            for to in VideoStatus.known {
                let isStep = Self.steps.contains { $0.0 == from && $0.1 == to }
                #expect(from.mayBecome(to) == (isStep || from == to), "\(from.rawValue) to \(to.rawValue)")
            }
            #expect(!from.mayBecome(VideoStatus(rawValue: "other")))
        }
    }

    @Test("No transition leads back to pending, and ready is always reachable") func reachable() {
        func reach(_ start: VideoStatus) -> Set<VideoStatus> {
            var found: Set<VideoStatus> = [start]
            while case let more = found.flatMap({ from in VideoStatus.known.filter { from.mayBecome($0) } }), !found.isSuperset(of: more) {
                found.formUnion(more)
            }
            return found
        }
        for status in VideoStatus.known {
            #expect(reach(status).contains(.ready))
            #expect(reach(status).contains(.pending) == (status == .pending))
        }
    }
}
