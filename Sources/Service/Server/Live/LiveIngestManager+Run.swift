// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import WindowboxContract
import WindowboxPackager

extension LiveIngestManager {
    /// Ingests a stream until it is cancelled: encoders reconnect, and fetched sources may be unavailable for a while.
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
                        // It ends automatically.
                        _ = try await station.end()
                        return
                    }
                }
                pause = 0.1
            } catch is CancellationError {
                return
            } catch {
                if began.duration(to: .now) > .seconds(30) { pause = 0.5 }
                let fault = origin.redacted("\(error)")
                logger.warning("live stream interrupted", metadata: ["stream": "\(id)", "fault": "\(fault)", "pause": "\(pause)"])
            }
            await station.restart()
            try? await Task.sleep(for: .seconds(pause))
            pause = min(pause * 2, 15)
        }
    }

    private func encode(_ input: LiveInput, on station: LiveStation) async throws {
        try await LiveEncoder(input, station: station, workFolder: configuration.workFolder, rule: configuration.sources).run()
    }

    /// Plays at most a day; videos added to the playlist meanwhile are in the next round.
    private func play(_ schedule: LiveSchedule, on station: LiveStation) async throws {
        let folder = configuration.workFolder.appending(path: "windowbox-channel-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let clips = try await clips(of: schedule, in: folder)
        try await encode(.programme(clips, repeats: !schedule.isOnce), on: station)
    }
}

extension LiveOrigin {
    /// Removes from a text what only the stream's owner may read.
    fileprivate func redacted(_ text: String) -> String {
        if case .encoder(let input, _, _) = self { input.redacted(text) } else { text }
    }
}
