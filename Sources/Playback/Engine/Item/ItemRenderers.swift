// SPDX-License-Identifier: Apache-2.0

/// An item's renderers, and whether they may output anything.
struct ItemRenderers {
    let video: VideoRenderer
    let audio: AudioRenderer
    private(set) var isOnAir = false
    /// Seconds added to the item's time to get the clock's time.
    private(set) var offset = 0.0

    init(video: VideoRenderer, audio: AudioRenderer) {
        self.video = video
        self.audio = audio
    }

    func start() {
        video.start()
        audio.start()
    }

    func stop() {
        video.stop()
        audio.stop()
    }

    /// Sets the offset of an item that can't go on air yet.
    mutating func setOffset(_ offset: Double) { self.offset = offset }

    /// - Parameter atOnce: the first frame is shown without waiting for its time.
    mutating func goOnAir(offset: Double, atOnce: Bool) {
        isOnAir = true
        self.offset = offset
        video.goOnAir(offset: offset, showsFirstAtOnce: atOnce)
        audio.goOnAir(offset: offset)
    }

    mutating func leaveAir() {
        isOnAir = false
        pauseOutput()
    }

    /// Stops output for now. The item stays on air.
    func pauseOutput() {
        video.leaveAir()
        audio.leaveAir()
    }

    func set(blocked ranges: BlockedRanges) {
        video.set(blocked: ranges)
        audio.set(blocked: ranges)
    }
}
