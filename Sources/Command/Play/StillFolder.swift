// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WindowboxCodec
import WindowboxEngine

/// Writes a PNG of the playing video at intervals, off the presentation thread.
final class StillFolder: Sendable {
    private let folder: String
    private let interval: Double
    private let next = Mutex(-Double.infinity)
    private let failure = Mutex<Failure?>(nil)
    private let queue = DispatchQueue(label: "windowbox.stills")

    init(_ folder: String, every interval: Double) throws {
        self.folder = folder
        self.interval = interval
        do { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) } catch {
            throw Failure.failed("cannot create the folder \(folder): \(error.localizedDescription)")
        }
    }

    func offer(_ frame: VideoFrame) {
        let isDue = next.withLock { next in
            guard frame.time >= next else { return false }
            next = frame.time + interval
            return true
        }
        guard isDue else { return }
        queue.async { [self] in
            // The first failure is enough.
            guard failure.withLock({ $0 == nil }) else { return }
            let path = folder + String(format: "/%09.3f.png", frame.time)
            do { try Data(frame.png()).write(to: URL(fileURLWithPath: path)) } catch {
                failure.withLock { $0 = .failed("cannot write \(path): \(error.localizedDescription)") }
            }
        }
    }

    /// Waits until all offered frames are written.
    /// - Throws: The first write error.
    func finish() throws {
        queue.sync {}
        if let failure = failure.withLock({ $0 }) { throw failure }
    }
}
