// SPDX-License-Identifier: Apache-2.0

import CPulse

extension PulseOutput: AudioDeviceChoosing {
    /// Collects the reply of the server. Lives on the stack of the waiting caller, which holds the main loop's lock.
    private struct Query {
        let output: PulseOutput
        var devices: [AudioDevice] = []
        var standard: String?
        var isDone = false
        var hasSucceeded = false
    }

    public func devices() throws(SoundServerError) -> [AudioDevice] {
        pulse.threaded_mainloop_lock(loop)
        defer { pulse.threaded_mainloop_unlock(loop) }
        var query = Query(output: self)
        try run("listing the audio devices", &query) { context, query in
            let callback: pa_server_info_cb_t = { _, info, query in
                guard let query = query?.assumingMemoryBound(to: Query.self) else { return }
                query.pointee.standard = info?.pointee.default_sink_name.map { String(cString: $0) }
                PulseOutput.finish(query, true)
            }
            return pulse.context_get_server_info(context, callback, query)
        }
        query.isDone = false
        try run("listing the audio devices", &query) { context, query in
            let callback: pa_sink_info_cb_t = { _, info, end, query in
                guard let query = query?.assumingMemoryBound(to: Query.self) else { return }
                // A device with incomplete information doesn't end the list.
                guard end == 0 else { return PulseOutput.finish(query, end > 0) }
                if let info { query.pointee.devices.append(AudioDevice(info.pointee, standard: query.pointee.standard)) }
            }
            return pulse.context_get_sink_info_list(context, callback, query)
        }
        return query.devices
    }

    public var device: AudioDevice.ID? {
        pulse.threaded_mainloop_lock(loop)
        defer { pulse.threaded_mainloop_unlock(loop) }
        return route.current
    }

    public func use(_ device: AudioDevice.ID?) throws(SoundServerError) {
        let standard = device == nil ? try devices().first { $0.isDefault }?.id : nil
        pulse.threaded_mainloop_lock(loop)
        defer { pulse.threaded_mainloop_unlock(loop) }
        guard let stream, PA_STREAM_IS_GOOD(pulse.stream_get_state(stream)) != 0, let name = device ?? standard else {
            route.requested = device
            return
        }
        var query = Query(output: self)
        let index = pulse.stream_get_index(stream)
        // The notification of the move arrives before this reply. It must not be reported as an event.
        route.isMoving = true
        defer { route.isMoving = false }
        try run("switching audio to \(name)", &query) { context, query in
            let callback: pa_context_success_cb_t = { _, success, query in
                guard let query = query?.assumingMemoryBound(to: Query.self) else { return }
                PulseOutput.finish(query, success != 0)
            }
            return pulse.context_move_sink_input_by_name(context, index, name, callback, query)
        }
        route.requested = device
    }

    private static func finish(_ query: UnsafeMutablePointer<Query>, _ hasSucceeded: Bool) {
        query.pointee.isDone = true
        query.pointee.hasSucceeded = hasSucceeded
        query.pointee.output.wake()
    }

    /// Waits for the reply with the lock held.
    private func run(
        _ doing: String, _ query: inout Query, _ question: (OpaquePointer, UnsafeMutableRawPointer) -> OpaquePointer?
    ) throws(SoundServerError) {
        let failure: SoundServerError? = withUnsafeMutablePointer(to: &query) { query in
            guard let operation = question(context, UnsafeMutableRawPointer(query)) else { return lastError(doing) }
            defer { pulse.operation_unref(operation) }
            while !query.pointee.isDone {
                guard PA_CONTEXT_IS_GOOD(pulse.context_get_state(context)) != 0 else {
                    pulse.operation_cancel(operation)
                    return lastError(doing)
                }
                pulse.threaded_mainloop_wait(loop)
            }
            return query.pointee.hasSucceeded ? nil : lastError(doing)
        }
        if let failure { throw failure }
    }
}

extension AudioDevice {
    /// A sink of the server. Virtual ones may have no name or no description. The server also finds a sink by its number.
    /// - Parameter standard: the name of the default sink.
    init(_ sink: pa_sink_info, standard: String?) {
        func text(_ characters: UnsafePointer<CChar>?) -> String? {
            characters.map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        let id = text(sink.name) ?? String(sink.index)
        self.init(id: id, name: text(sink.description) ?? id, isDefault: id == standard)
    }
}
