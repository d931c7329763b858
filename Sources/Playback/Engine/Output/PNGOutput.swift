// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
public import WindowboxCodec

/// Writes each frame to a folder as a PNG file when it is due: `000001.png`, `000002.png` and so on.
///
/// Encoding takes longer than a frame lasts, so playing in real time drops frames. Use `Pace.asFastAsPossible` to write them all.
public final class PNGOutput: VideoOutput {
    private let folder: String
    private let state = Mutex((count: 0, failure: nil as (any Error)?))

    /// - Parameter folder: created if it does not exist. Files of the same names are replaced.
    /// - Throws: Foundation's error when the folder can't be created.
    public init(folder: String) throws {
        self.folder = folder
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    /// The number of frames written.
    public var count: Int { state.withLock { $0.count } }
    /// The first error while encoding or writing; nil when there was none.
    public var failure: (any Error)? { state.withLock { $0.failure } }

    public func show(_ frame: VideoFrame) {
        do {
            let bytes = try frame.png()
            try state.withLock { state in
                let name = String(state.count + 1)
                let path = folder + "/" + String(repeating: "0", count: max(0, 6 - name.count)) + name + ".png"
                try Data(bytes).write(to: URL(filePath: path))
                state.count += 1
            }
        } catch { state.withLock { $0.failure = $0.failure ?? error } }
    }
}
