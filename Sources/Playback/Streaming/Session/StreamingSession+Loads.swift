// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension StreamingSession {
    /// Issues a load and remembers what it is for.
    mutating func load(_ content: StreamLoad.Content, for purpose: Purpose, limits: StreamLoad.TimeLimits) -> LoadID {
        lastLoad += 1
        let id = LoadID(lastLoad)
        loads[id] = purpose
        let data = clientData(content)
        if let data { telemetry.noteRequest(id, content, data, at: now) }
        actions.append(
            .load(StreamLoad(id: id, content: content, limits: limits, commonMediaClientData: data?.sorted ?? [])))
        return id
    }

    mutating func cancel(_ id: LoadID) {
        telemetry.forget(id)
        if loads.removeValue(forKey: id) != nil { actions.append(.cancel(id)) }
    }

    mutating func note(_ kind: Journal.Kind, _ text: String) { journal.record(kind, at: now, text) }

    mutating func stop() {
        cancelAll()
        phase = .over
        note(.end, "stopped")
        report(state: "q")
        telemetry.flush(&actions)
    }

    mutating func fail(_ error: StreamingError) {
        guard phase != .over else { return }
        cancelAll()
        phase = .over
        if preview != nil { endPreview() }
        note(.failure, error.code.name + ": " + error.message)
        actions.append(.fail(error))
        var data = telemetry.status(playingStatus)
        data.add("ec", list: error.code.name)
        telemetry.report("e", data, playingStatus, &actions)
        report(state: "f")
        telemetry.flush(&actions)
    }

    private mutating func cancelAll() {
        for id in loads.keys.sorted() { actions.append(.cancel(id)) }
        loads.removeAll()
    }

    /// The last part of an address, for the journal.
    func shortName(_ url: String) -> String {
        let bytes = Array(url.utf8)
        let end = bytes.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) ?? bytes.count
        let path = bytes[..<end]
        let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        return String(decoding: path[start...], as: UTF8.self)
    }

    /// Scheme and authority: what failures of one server have in common.
    func host(_ url: String) -> String {
        let bytes = Array(url.utf8)
        var slashes = 0
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "/") {
            slashes += 1
            if slashes == 3 { return String(decoding: bytes[..<index], as: UTF8.self) }
        }
        return url
    }
}
