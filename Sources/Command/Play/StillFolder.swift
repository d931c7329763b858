// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WindowboxCodec
import WindowboxEngine

/// Writes a PNG now and then of what plays, off the presenting thread.
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
            throw Failure.failed("the folder \(folder) can't be made: \(error.localizedDescription)")
        }
    }

    func offer(_ picture: VideoFrame) {
        let isDue = next.withLock { next in
            guard picture.time >= next else { return false }
            next = picture.time + interval
            return true
        }
        guard isDue else { return }
        queue.async { [self] in
            // One that failed tells enough.
            guard failure.withLock({ $0 == nil }) else { return }
            let path = folder + String(format: "/%09.3f.png", picture.time)
            do { try Data(picture.png()).write(to: URL(fileURLWithPath: path)) } catch {
                failure.withLock { $0 = .failed("\(path) can't be written: \(error.localizedDescription)") }
            }
        }
    }

    /// Returns when all are written that were offered.
    /// - Throws: the first failure to write one.
    func finish() throws {
        queue.sync {}
        if let failure = failure.withLock({ $0 }) { throw failure }
    }
}
