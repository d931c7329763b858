// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WindowboxPackager

/// Fills a catalogue with the sample library.
struct SamplesRun {
    let program: IngestProgram

    func run() async throws {
        let bar = Mutex(IngestBar(label: "samples", isQuiet: program.json))
        // Samples should be available soon: only two sizes, encoded fast.
        var settings = try program.settings()
        if program.sizes == nil { settings.shortSides = [360, 720] }
        if program.preset == nil { settings.preset = "superfast" }
        try await program.catalogue.withIngest(settings) { ingest, _ in
            try await SampleLibrary(ingest: ingest).fill { done, all in bar.withLock { $0.show(Double(done) / Double(all)) } }
        }
        bar.withLock { $0.finish() }
        print("\(SampleLibrary.videoIDs.count) clips and a live channel of the channel \(SampleLibrary.channelID)")
    }
}
