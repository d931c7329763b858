// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import WindowboxContract
import WindowboxPackager

extension LiveIngestManager {
    /// Takes a stream in until it is told to end: encoders come and go, and what is fetched may be away for a while.
    func run(_ origin: LiveOrigin, of id: String, on station: LiveStation) async {
        var pause = 0.5
        while !Task.isCancelled {
            let began = ContinuousClock.now
            do {
                switch origin {
                case .encoder(let input, _, _), .address(let input): try await encode(input, on: station)
                case .schedule(let schedule):
                    try await play(schedule, on: station)
                    if schedule.isOnce {
                        // It is over by itself.
                        _ = try await station.end()
                        return
                    }
                }
                pause = 0.1
            } catch is CancellationError {
                return
            } catch {
                if began.duration(to: .now) > .seconds(30) { pause = 0.5 }
                let said = origin.concealed("\(error)")
                logger.warning("live stream interrupted", metadata: ["stream": "\(id)", "fault": "\(said)", "pause": "\(pause)"])
            }
            await station.restart()
            try? await Task.sleep(for: .seconds(pause))
            pause = min(pause * 2, 15)
        }
    }

    private func encode(_ input: LiveInput, on station: LiveStation) async throws {
        try await LiveEncoder(input, station: station, workFolder: configuration.workFolder, rule: configuration.sources).run()
    }

    /// A day of it at most: what was added to its playlist meanwhile is in the next one.
    private func play(_ schedule: LiveSchedule, on station: LiveStation) async throws {
        let folder = configuration.workFolder.appending(path: "windowbox-channel-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let clips = try await clips(of: schedule, in: folder)
        try await encode(.programme(clips, repeats: !schedule.isOnce), on: station)
    }
}

extension LiveOrigin {
    /// Takes out of a text what only the stream's owner may read.
    fileprivate func concealed(_ text: String) -> String {
        if case .encoder(let input, _, _) = self { input.concealed(text) } else { text }
    }
}
