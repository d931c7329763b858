// SPDX-License-Identifier: Apache-2.0

import CPulse
import Dispatch
import Glibc
public import WindowboxCodec

// @unchecked: everything that libpulse touches, and the fields here, are used with its main loop's lock held.
/// Plays through the sound server: PulseAudio, or PipeWire through its PulseAudio interface.
public final class PulseOutput: AudioOutput, @unchecked Sendable {
    public let format: AudioFormat
    public let events: AsyncStream<AudioOutputEvent>?
    private let continuation: AsyncStream<AudioOutputEvent>.Continuation
    private let role: AudioRole?
    let pulse: windowbox_pulse
    let loop: OpaquePointer
    let context: OpaquePointer
    var stream: OpaquePointer?
    var route = Route()
    /// Bytes that the server has accepted since the last flush.
    private var bytesWritten: Int64 = 0
    private var tails = SilencePadding()
    /// Frames since the last flush that went to a stream that no longer exists.
    private var framesOfPreviousStreams: Int64 = 0
    /// Flushes that the server has not confirmed. Until then, its position can't be interpreted.
    private var flushes = 0
    private var isCorked = true

    /// Where the audio plays.
    struct Route {
        /// The requested device; nil is the default one.
        var requested: AudioDevice.ID?
        /// The device in use.
        var current: AudioDevice.ID?
        /// A call to ``use(_:)`` is waiting for the move to another device.
        var isMoving = false
    }

    /// Seconds of audio buffered at the server: enough to sleep, little enough to stop quickly.
    private static let latency = 0.1

    /// - Parameters:
    ///   - application: the name that mixers show.
    ///   - role: what the audio is for. With nil the server decides, and never asks to pause for other audio.
    ///   - device: nil is the default, which is also used when the device does not exist.
    ///   - server: an address as in `PULSE_SERVER`; nil is the user's own.
    /// - Throws: when no server answers or libpulse is not installed. Use ``SilentOutput`` then.
    public init(
        application: String = "Windowbox", role: AudioRole? = nil, device: AudioDevice.ID? = nil, server: String? = nil,
        format: AudioFormat = AudioFormat()
    ) throws(SoundServerError) {
        self.format = format
        self.role = role
        route.requested = device
        let (events, continuation) = AsyncStream.makeStream(of: AudioOutputEvent.self)
        (self.events, self.continuation) = (events, continuation)
        pulse = try PulseLibrary.loaded.get().functions
        guard let loop = pulse.threaded_mainloop_new() else { throw SoundServerError("libpulse could not allocate its main loop") }
        guard let context = pulse.context_new(pulse.threaded_mainloop_get_api(loop), application) else {
            pulse.threaded_mainloop_free(loop)
            throw SoundServerError("libpulse could not allocate a connection")
        }
        self.loop = loop
        self.context = context
        // All fields are set, so deinit cleans up when this throws.
        try connect(server)
    }

    deinit {
        continuation.finish()
        // A callback may release the last reference to the output. It then holds the lock and can't stop its own loop.
        let isInCallback = pulse.threaded_mainloop_in_thread(loop) != 0
        if !isInCallback { pulse.threaded_mainloop_lock(loop) }
        leaveStream()
        pulse.context_set_state_callback(context, nil, nil)
        pulse.context_disconnect(context)
        pulse.context_unref(context)
        if !isInCallback { pulse.threaded_mainloop_unlock(loop) }
        // unsafe: from here on, only this closure uses libpulse's loop.
        nonisolated(unsafe) let loop = loop
        let end: @Sendable () -> Void = { [pulse] in
            pulse.threaded_mainloop_stop(loop)
            pulse.threaded_mainloop_free(loop)
        }
        if isInCallback { DispatchQueue.global().async(execute: end) } else { end() }
    }

    private func connect(_ server: String?) throws(SoundServerError) {
        pulse.context_set_state_callback(
            context, { _, output in PulseOutput.at(output)?.wake() }, Unmanaged.passUnretained(self).toOpaque())
        guard pulse.context_connect(context, server, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0, pulse.threaded_mainloop_start(loop) >= 0 else {
            throw lastError("connecting to the sound server")
        }
        pulse.threaded_mainloop_lock(loop)
        defer { pulse.threaded_mainloop_unlock(loop) }
        while pulse.context_get_state(context) != PA_CONTEXT_READY {
            guard PA_CONTEXT_IS_GOOD(pulse.context_get_state(context)) != 0 else { throw lastError("connecting to the sound server") }
            pulse.threaded_mainloop_wait(loop)
        }
        do { try openStream(on: route.requested) } catch {
            guard route.requested != nil else { throw error }
            try openStream(on: nil)
        }
    }

    /// Disconnects the stream and its callbacks, so that none of them runs after deallocation.
    private func leaveStream() {
        guard let stream else { return }
        self.stream = nil
        pulse.stream_set_state_callback(stream, nil, nil)
        pulse.stream_set_write_callback(stream, nil, nil)
        pulse.stream_set_event_callback(stream, nil, nil)
        pulse.stream_set_moved_callback(stream, nil, nil)
        _ = pulse.stream_disconnect(stream)
        pulse.stream_unref(stream)
    }

    /// Requires the lock.
    private func openStream(on device: AudioDevice.ID?) throws(SoundServerError) {
        leaveStream()
        let own = Unmanaged.passUnretained(self).toOpaque()
        let properties = pulse.proplist_new()
        defer { pulse.proplist_free(properties) }
        if let role { _ = pulse.proplist_sets(properties, PA_PROP_MEDIA_ROLE, role.name) }
        var specification = pa_sample_spec(
            format: PA_SAMPLE_FLOAT32LE, rate: UInt32(format.sampleRate), channels: UInt8(format.channels))
        guard let stream = newStream(&specification, properties) else { throw lastError("opening an audio stream") }
        self.stream = stream
        pulse.stream_set_state_callback(stream, { _, output in PulseOutput.at(output)?.stateChanged() }, own)
        pulse.stream_set_event_callback(stream, { _, name, _, output in PulseOutput.at(output)?.handleStreamEvent(name) }, own)
        pulse.stream_set_moved_callback(stream, { _, output in PulseOutput.at(output)?.moved() }, own)
        pulse.stream_set_write_callback(stream, { _, _, output in PulseOutput.at(output)?.wake() }, own)
        let target = UInt32(Self.latency * Double(format.sampleRate)) * UInt32(format.channels) * 4
        // Prebuffer one frame. With none, the server keeps counting while it has no data, and drops data that arrives late.
        let frame = UInt32(format.channels) * 4
        var buffering = pa_buffer_attr(maxlength: .max, tlength: target, prebuf: frame, minreq: target / 4, fragsize: .max)
        let flags = pa_stream_flags_t(
            rawValue: PA_STREAM_INTERPOLATE_TIMING.rawValue | PA_STREAM_AUTO_TIMING_UPDATE.rawValue | PA_STREAM_ADJUST_LATENCY.rawValue
                | PA_STREAM_START_CORKED.rawValue)
        guard pulse.stream_connect_playback(stream, device, &buffering, flags, nil, nil) >= 0 else {
            throw lastError("opening an audio stream")
        }
        while pulse.stream_get_state(stream) != PA_STREAM_READY {
            guard PA_STREAM_IS_GOOD(pulse.stream_get_state(stream)) != 0 else { throw lastError("opening an audio stream") }
            pulse.threaded_mainloop_wait(loop)
        }
        route.current = pulse.stream_get_device_name(stream).map { String(cString: $0) }
        isCorked = true
        flushes = 0
    }

    private func newStream(_ specification: inout pa_sample_spec, _ properties: OpaquePointer?) -> OpaquePointer? {
        guard var map = format.pulseMap else {
            return pulse.stream_new_with_proplist(context, "playback", &specification, nil, properties)
        }
        return pulse.stream_new_with_proplist(context, "playback", &specification, &map, properties)
    }

    // MARK: Server callbacks, on the server's thread and with the lock held

    private static func at(_ pointer: UnsafeMutableRawPointer?) -> PulseOutput? {
        pointer.map { Unmanaged<PulseOutput>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Wakes the caller that waits with the lock.
    func wake() { pulse.threaded_mainloop_signal(loop, 0) }

    private func stateChanged() {
        wake()
        guard let stream, route.current != nil, PA_STREAM_IS_GOOD(pulse.stream_get_state(stream)) == 0,
            pulse.context_get_state(context) == PA_CONTEXT_READY
        else { return }
        route.current = nil
        continuation.yield(.deviceLost(movedTo: nil))
    }

    private func handleStreamEvent(_ name: UnsafePointer<CChar>?) {
        switch name.map({ String(cString: $0) }) {
        case PA_STREAM_EVENT_REQUEST_CORK: continuation.yield(.interrupted)
        case PA_STREAM_EVENT_REQUEST_UNCORK: continuation.yield(.interruptionEnded)
        default: break
        }
    }

    /// The stream was moved by the user with a mixer, or by the server because the device was removed. Only in the latter case is the old
    /// device unknown to the server.
    private func moved() {
        let old = route.current
        route.current = stream.flatMap { pulse.stream_get_device_name($0) }.map { String(cString: $0) }
        guard !route.isMoving, let old, old != route.current else { return }
        let callback: pa_sink_info_cb_t = { _, _, end, output in
            guard end < 0, let output = PulseOutput.at(output) else { return }
            output.continuation.yield(.deviceLost(movedTo: output.route.current))
        }
        release(pulse.context_get_sink_info_by_name(context, old, callback, Unmanaged.passUnretained(self).toOpaque()))
    }

    /// Opens a stream on another device after its device was removed, if there is still a server. Requires the lock.
    private func reviveStream() {
        guard let stream, PA_STREAM_IS_GOOD(pulse.stream_get_state(stream)) == 0, pulse.context_get_state(context) == PA_CONTEXT_READY
        else {
            return
        }
        let wasCorked = isCorked
        framesOfPreviousStreams += bytesWritten / Int64(format.channels * MemoryLayout<Float>.size) - tails.frames
        bytesWritten = 0
        tails = SilencePadding()
        route.current = nil
        guard (try? openStream(on: nil)) != nil, let revived = self.stream, !wasCorked else { return }
        isCorked = false
        release(pulse.stream_cork(revived, 0, nil, nil))
    }

    func lastError(_ doing: String) -> SoundServerError {
        let reason = pulse.strerror(pulse.context_errno(context)).map { String(cString: $0) } ?? "unknown"
        return SoundServerError("\(doing): \(reason)")
    }

    private func locked<Result>(_ body: (OpaquePointer) -> Result) -> Result? {
        pulse.threaded_mainloop_lock(loop)
        defer { pulse.threaded_mainloop_unlock(loop) }
        return stream.map(body)
    }

    private func release(_ operation: OpaquePointer?) { if let operation { pulse.operation_unref(operation) } }

    public var isPaced: Bool { true }

    public func start() { cork(false) }
    public func pause() { cork(true) }

    private func cork(_ isCorked: Bool) {
        _ = locked { _ in reviveStream() }
        _ = locked { stream in
            guard self.isCorked != isCorked else { return }
            self.isCorked = isCorked
            release(pulse.stream_cork(stream, isCorked ? 1 : 0, nil, nil))
        }
    }

    public func flush() {
        _ = locked { stream in
            bytesWritten = 0
            tails = SilencePadding()
            framesOfPreviousStreams = 0
            let done: pa_stream_success_cb_t = { _, _, output in
                guard let output else { return }
                Unmanaged<PulseOutput>.fromOpaque(output).takeUnretainedValue().flushes -= 1
            }
            // Answers arrive in order: when the timing update does, the server's counts are those after the flush.
            release(pulse.stream_flush(stream, nil, nil))
            guard let timing = pulse.stream_update_timing_info(stream, done, Unmanaged.passUnretained(self).toOpaque()) else { return }
            flushes += 1
            pulse.operation_unref(timing)
        }
    }

    public func write(_ samples: UnsafeBufferPointer<Float>) -> Int {
        let frame = format.channels * MemoryLayout<Float>.size
        let written = locked { stream -> Int in
            let available = pulse.stream_writable_size(stream)
            // (size_t)-1 means that the stream failed. Its audio is dropped so that playback continues by the engine's clock.
            guard available != .max else {
                reviveStream()
                return samples.count / format.channels
            }
            let bytes = min(samples.count * MemoryLayout<Float>.size, available) / frame * frame
            guard bytes > 0 else { return 0 }
            guard pulse.stream_write(stream, samples.baseAddress, bytes, nil, 0, PA_SEEK_RELATIVE) == 0 else {
                return samples.count / format.channels
            }
            bytesWritten += Int64(bytes)
            return bytes / frame
        }
        return written ?? samples.count / format.channels
    }

    public func playOut() {
        _ = locked { stream in
            // PipeWire plays whole quanta, so a smaller remainder waits for more. A server block of silence pushes it out.
            let frame = format.channels * MemoryLayout<Float>.size
            let count = Int(Self.latency * Double(format.sampleRate)) / 4
            let silence = [UInt8](repeating: 0, count: count * frame)
            guard bytesWritten > 0, pulse.stream_write(stream, silence, silence.count, nil, 0, PA_SEEK_RELATIVE) == 0 else { return }
            tails.add(Int64(count), after: bytesWritten / Int64(frame) - tails.frames)
            bytesWritten += Int64(silence.count)
        }
    }

    public func waitUntilWritable(seconds: Double) {
        // The loop's wait has no timeout. While the stream plays, the write callback comes every quarter of the latency; while it is
        // paused, the renderer's own waits apply.
        usleep(UInt32(min(seconds, Self.latency / 5) * 1e6))
    }

    public var framesPlayed: Int64? { locked { stream in position(of: stream) } ?? nil }

    /// Frames that have left the loudspeaker since the last flush; nil until the server has reported its timing.
    ///
    /// The server's time counts from the start of the stream. The first frame after the flush is `bytesWritten` before its write index.
    private func position(of stream: OpaquePointer) -> Int64? {
        guard flushes == 0, let timing = pulse.stream_get_timing_info(stream), timing.pointee.write_index_corrupt == 0 else { return nil }
        var time: pa_usec_t = 0
        guard pulse.stream_get_time(stream, &time) == 0 else { return nil }
        let frame = Int64(format.channels * MemoryLayout<Float>.size)
        let start = (timing.pointee.write_index - bytesWritten) / frame
        // Between two server updates the time is interpolated, and runs on for some milliseconds after the audio has ended.
        let played = min(max(0, Int64(Double(time) / 1e6 * Double(format.sampleRate)) - start), bytesWritten / frame)
        return framesOfPreviousStreams + tails.sound(in: played)
    }
}

/// Why audio can't be played.
public struct SoundServerError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
    init(_ description: String) { self.description = description }
}
