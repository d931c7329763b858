// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxEngine
import WindowboxHLS
import WindowboxKit

@Suite("Live DASH streams", .serialized, .timeLimit(.minutes(1)))
struct LiveManifestTests {
    /// The packaged manifest of a stream that began `seconds` ago.
    private func programme(begun seconds: Double, _ more: String) throws -> (LiveOrigin.Programme, PackagedStream) {
        let stream = try #require(try PackagedStreams.all.first { $0.name == "dash-numbers" })
        let file = URL(filePath: try PackagedStreams.address(of: stream))
        let start = DateTimeText.text(Date().timeIntervalSince1970 - seconds)
        var programme = LiveOrigin.Programme(folder: file.deletingLastPathComponent())
        programme.texts["/live.mpd"] = try String(contentsOf: file, encoding: .utf8)
            .replacing("type=\"static\"", with: "type=\"dynamic\" availabilityStartTime=\"\(start)\" \(more)")
        return (programme, stream)
    }

    @Test("A stream is followed by its clock to the end, with every frame once")
    func toItsEnd() async throws {
        // Two of three segments are available.
        let (programme, stream) = try programme(begun: 5.5, "suggestedPresentationDelay=\"PT4S\" minimumUpdatePeriod=\"PT1S\"")
        let run = try await programme.play("/live.mpd", configuration: EngineConfiguration())
        #expect(run.end == .ended)
        #expect(run.numbers == (0..<stream.pictures).map { $0 }, "\(run.journal.suffix(8))")
    }
}
