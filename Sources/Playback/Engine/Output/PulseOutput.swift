// SPDX-License-Identifier: Apache-2.0

import CPulse
import Glibc
public import WindowboxCodec

/// Plays through the sound server: PulseAudio, or PipeWire, which speaks its language.
// @unchecked: everything that libpulse touches, and the fields here, are used with its main loop's lock held.
public final class PulseOutput: AudioOutput, @unchecked Sendable {
    public let format: AudioFormat
    private let loop: OpaquePointer
    private let context: OpaquePointer
    private var stream: OpaquePointer?
    /// Bytes that the server took since the last flush.
    private var bytesWritten: Int64 = 0
    /// Flushes that the server has not confirmed: until then it counts from no known place.
    private var flushes = 0
    private var isCorked = true

    /// Seconds of sound kept at the server: enough to sleep, little enough to stop soon.
    private static let latency = 0.1

    /// - Parameters:
    ///   - application: the name that mixers show.
    ///   - server: an address as in `PULSE_SERVER`; nil is the user's own.
    /// - Throws: when no server answers; ``SilentOutput`` serves then.
    public init(application: String = "Windowbox", server: String? = nil, format: AudioFormat = AudioFormat()) throws(SoundServerError) {
        self.format = format
        guard let loop = pa_threaded_mainloop_new() else { throw SoundServerError("libpulse has no memory for its main loop") }
        guard let context = pa_context_new(pa_threaded_mainloop_get_api(loop), application) else {
            pa_threaded_mainloop_free(loop)
            throw SoundServerError("libpulse has no memory for a connection")
        }
        self.loop = loop
        self.context = context
        // All fields are set: when this throws, deinit takes everything down.
        try connect(server)
    }

    deinit {
        pa_threaded_mainloop_lock(loop)
        if let stream {
            pa_stream_set_state_callback(stream, nil, nil)
            pa_stream_set_write_callback(stream, nil, nil)
            // Cancels what waits for an answer, so that no callback meets an output that is gone.
            pa_stream_disconnect(stream)
            pa_stream_unref(stream)
        }
        pa_context_set_state_callback(context, nil, nil)
        pa_context_disconnect(context)
        pa_context_unref(context)
        pa_threaded_mainloop_unlock(loop)
        pa_threaded_mainloop_stop(loop)
        pa_threaded_mainloop_free(loop)
    }

    private func connect(_ server: String?) throws(SoundServerError) {
        let waker = UnsafeMutableRawPointer(loop)
        pa_context_set_state_callback(context, { _, loop in pa_threaded_mainloop_signal(OpaquePointer(loop), 0) }, waker)
        guard pa_context_connect(context, server, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0, pa_threaded_mainloop_start(loop) >= 0 else {
            throw lastError("connecting to the sound server")
        }
        pa_threaded_mainloop_lock(loop)
        defer { pa_threaded_mainloop_unlock(loop) }
        while pa_context_get_state(context) != PA_CONTEXT_READY {
            guard PA_CONTEXT_IS_GOOD(pa_context_get_state(context)) != 0 else { throw lastError("connecting to the sound server") }
            pa_threaded_mainloop_wait(loop)
        }
        var specification = pa_sample_spec(
            format: PA_SAMPLE_FLOAT32LE, rate: UInt32(format.sampleRate), channels: UInt8(format.channels))
        guard let stream = pa_stream_new(context, "playback", &specification, nil) else { throw lastError("opening a stream of sound") }
        self.stream = stream
        pa_stream_set_state_callback(stream, { _, loop in pa_threaded_mainloop_signal(OpaquePointer(loop), 0) }, waker)
        pa_stream_set_write_callback(stream, { _, _, loop in pa_threaded_mainloop_signal(OpaquePointer(loop), 0) }, waker)
        let target = UInt32(Self.latency * Double(format.sampleRate)) * UInt32(format.channels) * 4
        // One frame before it plays: with none the server goes on counting while it has nothing, and drops what comes late.
        let frame = UInt32(format.channels) * 4
        var buffering = pa_buffer_attr(maxlength: .max, tlength: target, prebuf: frame, minreq: target / 4, fragsize: .max)
        let flags = pa_stream_flags_t(
            rawValue: PA_STREAM_INTERPOLATE_TIMING.rawValue | PA_STREAM_AUTO_TIMING_UPDATE.rawValue | PA_STREAM_ADJUST_LATENCY.rawValue
                | PA_STREAM_START_CORKED.rawValue)
        guard pa_stream_connect_playback(stream, nil, &buffering, flags, nil, nil) >= 0 else {
            throw lastError("opening a stream of sound")
        }
        while pa_stream_get_state(stream) != PA_STREAM_READY {
            guard PA_STREAM_IS_GOOD(pa_stream_get_state(stream)) != 0 else { throw lastError("opening a stream of sound") }
            pa_threaded_mainloop_wait(loop)
        }
    }

    private func lastError(_ doing: String) -> SoundServerError {
        SoundServerError("\(doing): \(String(cString: pa_strerror(pa_context_errno(context))))")
    }

    private func locked<Result>(_ body: (OpaquePointer) -> Result) -> Result? {
        pa_threaded_mainloop_lock(loop)
        defer { pa_threaded_mainloop_unlock(loop) }
        return stream.map(body)
    }

    private func release(_ operation: OpaquePointer?) { if let operation { pa_operation_unref(operation) } }

    public var isPaced: Bool { true }

    public func start() { cork(false) }
    public func pause() { cork(true) }

    private func cork(_ isCorked: Bool) {
        _ = locked { stream in
            guard self.isCorked != isCorked else { return }
            self.isCorked = isCorked
            release(pa_stream_cork(stream, isCorked ? 1 : 0, nil, nil))
        }
    }

    public func flush() {
        _ = locked { stream in
            bytesWritten = 0
            let done: pa_stream_success_cb_t = { _, _, output in
                guard let output else { return }
                Unmanaged<PulseOutput>.fromOpaque(output).takeUnretainedValue().flushes -= 1
            }
            // Answers come in order: with that of the timing, the server has told what it counts after the flush.
            release(pa_stream_flush(stream, nil, nil))
            guard let timing = pa_stream_update_timing_info(stream, done, Unmanaged.passUnretained(self).toOpaque()) else { return }
            flushes += 1
            pa_operation_unref(timing)
        }
    }

    public func write(_ samples: UnsafeBufferPointer<Float>) -> Int {
        let frame = format.channels * MemoryLayout<Float>.size
        let written = locked { stream -> Int in
            let room = pa_stream_writable_size(stream)
            // (size_t)-1 says that the stream broke: its sound is dropped, so that playing goes on by the engine's clock.
            guard room != .max else { return samples.count / format.channels }
            let bytes = min(samples.count * MemoryLayout<Float>.size, room) / frame * frame
            guard bytes > 0 else { return 0 }
            guard pa_stream_write(stream, samples.baseAddress, bytes, nil, 0, PA_SEEK_RELATIVE) == 0 else {
                return samples.count / format.channels
            }
            bytesWritten += Int64(bytes)
            return bytes / frame
        }
        return written ?? samples.count / format.channels
    }

    public func waitUntilWritable(seconds: Double) {
        // The loop's wait has no time limit of its own; the write callback comes each quarter of the latency while it plays,
        // and a paused stream is left by its renderer's own waits.
        usleep(UInt32(min(seconds, Self.latency / 5) * 1e6))
    }

    public var framesPlayed: Int64? { locked { stream in position(of: stream) } ?? nil }

    /// Frames that have left the loudspeaker since the last flush; nil until the server has told.
    ///
    /// The server's time counts from the stream's begin. Where in it the first frame after the flush lies, its index of
    /// writing tells: so many bytes before it.
    private func position(of stream: OpaquePointer) -> Int64? {
        guard flushes == 0, let timing = pa_stream_get_timing_info(stream), timing.pointee.write_index_corrupt == 0 else { return nil }
        var time: pa_usec_t = 0
        guard pa_stream_get_time(stream, &time) == 0 else { return nil }
        let frame = Int64(format.channels * MemoryLayout<Float>.size)
        let start = (timing.pointee.write_index - bytesWritten) / frame
        // Between two words of the server its time is a guess, which runs on for some milliseconds when the sound is over.
        return min(max(0, Int64(Double(time) / 1e6 * Double(format.sampleRate)) - start), bytesWritten / frame)
    }
}

/// Why there is no sound.
public struct SoundServerError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
    init(_ description: String) { self.description = description }
}
