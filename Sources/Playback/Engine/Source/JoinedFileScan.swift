// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec

/// Reads a local file that consists of several recordings to its end once its first frame is shown, so that its duration and all seeks are
/// right. Any other file is opened again, but not read.
///
/// Over a network, this would load the whole file, so such a file is only read up to the target of a seek.
struct JoinedFileScan {
    /// The file's clock may jump.
    var isNeeded = false
    private var input: TransportInput?

    /// Starts on a separate thread, unless it has started before. The file's readers find the results in the map that they share.
    /// - Parameter report: called with the file's duration in seconds.
    mutating func start(_ access: FileAccess, report: @escaping @Sendable (Double) -> Void) {
        guard isNeeded, let input = access.anotherInput() else { return }
        isNeeded = false
        let timestamps = access.timestamps
        self.input = input
        WorkerThread.start {
            defer { input.close() }
            // Playback reports an unreadable file.
            guard let demuxer = try? Demuxer(file: input, map: timestamps), (try? demuxer.survey()) == true else { return }
            if let duration = demuxer.duration { report(duration) }
        }
    }

    func stop() { input?.close() }
}
