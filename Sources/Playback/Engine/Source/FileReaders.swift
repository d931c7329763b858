// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia

/// The readers that open a file separately, each on its own thread, so that playback is not disturbed. A value type.
struct FileReaders {
    private let access: FileAccess
    private var previews: FilePreviews?
    /// The number of the preview that is awaited.
    private var previewNumber: Int?
    private var backward: BackwardReader?
    private var joinedFileScan = JoinedFileScan()

    init(_ access: FileAccess) { self.access = access }

    /// The file's clock may jump, so its duration must be measured.
    mutating func measureDuration() { joinedFileScan.isNeeded = true }

    /// Measures the duration if that is necessary, and was not begun yet.
    /// - Parameter report: called with the duration in seconds.
    mutating func startMeasuring(report: @escaping @Sendable (Double) -> Void) { joinedFileScan.start(access, report: report) }

    // MARK: Previews

    /// Requests a preview. Supersedes earlier requests.
    /// - Parameters:
    ///   - time: seconds on the file's timeline.
    ///   - width: pixels.
    ///   - report: called with the number of the request, for ``receivePreview(_:)``. That of the first request is used for all.
    /// - Returns: false for an endless stream, which can't be opened twice.
    mutating func requestPreview(
        at time: Double, width: Int, deinterlacing: Deinterlacing, report: @escaping @Sendable (Preview?, _ number: Int) -> Void
    ) -> Bool {
        previewNumber = nil
        if previews == nil { previews = access.anotherInput().map { FilePreviews($0, access.timestamps, report: report) } }
        previewNumber = previews?.request(time, width: width, deinterlacing: deinterlacing)
        return previews != nil
    }

    mutating func cancelPreview() {
        previewNumber = nil
        previews?.cancel()
    }

    /// - Returns: false if the request was superseded or cancelled.
    mutating func receivePreview(_ number: Int) -> Bool {
        guard number == previewNumber else { return false }
        previewNumber = nil
        return true
    }

    // MARK: Backward playback

    /// - Parameters:
    ///   - position: seconds on the file's timeline.
    ///   - rate: media seconds per second, negative.
    mutating func playBackward(
        from position: Double, rate: Double, options: VideoDecoder.Options, report: @escaping @Sendable (VideoFrame) -> Void
    ) {
        guard let input = access.anotherInput() else { return }
        backward = BackwardReader(input, access.timestamps, from: position, rate: rate, options: options, report: report)
    }

    func follow(_ position: Double) { backward?.follow(position) }

    mutating func stopBackward() {
        backward?.stop()
        backward = nil
    }

    func stop() {
        previews?.stop()
        joinedFileScan.stop()
        backward?.stop()
    }
}
