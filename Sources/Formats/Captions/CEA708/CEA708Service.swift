// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// The visible content of a window over an interval.
struct CEA708Display: Hashable, Sendable {
    /// The window's number, 0 to 7.
    var index: Int
    var window: CEA708Window
    var start: MediaTime
    var end: MediaTime
}

/// A CEA-708 service: eight windows, and the codes that change them (CTA-708-E 7 and 8).
struct CEA708Service: Hashable, Sendable {
    /// The standard's buffer size for codes held back by a delay (CTA-708-E 9.13).
    private static let inputBytes = 128

    private var windows = [CEA708Window?](repeating: nil, count: 8)
    private var current: Int?
    /// Codes not yet executed: the last may be incomplete, or a delay is active.
    private var input: [UInt8] = []
    private var resumption: MediaTime?
    private var ended: [CEA708Display] = []

    /// Executes a block of codes and returns the displays that they end.
    mutating func receive(_ block: ArraySlice<UInt8>, at time: MediaTime) -> [CEA708Display] {
        resume(ifDueAt: time)
        input.append(contentsOf: block)
        if resumption != nil { lookAhead(at: time) }
        run(at: time)
        return take()
    }

    /// Executes delayed codes that are due by `time`.
    mutating func advance(to time: MediaTime) -> [CEA708Display] {
        resume(ifDueAt: time)
        return take()
    }

    /// Ends everything displayed and deletes all windows.
    mutating func reset(at time: MediaTime) -> [CEA708Display] {
        deleteAll(at: time)
        return take()
    }

    /// Resumes at `time`, after a gap in which nothing was shown. A pending delay keeps its remaining time.
    mutating func proceed(at time: MediaTime, after last: MediaTime) {
        for index in windows.indices where windows[index]?.since != nil { windows[index]?.since = time }
        resumption = resumption.map { time + max(.zero, $0 - last) }
    }

    /// The window contents displayed at `time`.
    func shown(at time: MediaTime) -> [CEA708Display] {
        windows.indices.compactMap { index in
            guard let window = windows[index], let since = window.since, since <= time, !window.isEmpty else { return nil }
            return CEA708Display(index: index, window: window, start: since, end: time)
        }
    }

    private mutating func take() -> [CEA708Display] {
        let taken = ended
        ended = []
        return taken
    }

    // MARK: Delays

    private mutating func resume(ifDueAt time: MediaTime) {
        while let due = resumption, due <= time {
            resumption = nil
            run(at: due)
        }
    }

    /// DelayCancel and Reset take effect immediately, and a full buffer ends a delay (CTA-708-E 8.10.5.12 to 8.10.5.14).
    private mutating func lookAhead(at time: MediaTime) {
        var index = 0
        while let length = CEA708Code.length(input, at: index) {
            if input[index] == 0x8F {
                input.removeFirst(index)
                resumption = nil
                return
            }
            if input[index] == 0x8E { resumption = nil }
            index += length
        }
        if input.count > Self.inputBytes { resumption = nil }
    }

    // MARK: Codes

    private mutating func run(at time: MediaTime) {
        var index = 0
        while resumption == nil, let length = CEA708Code.length(input, at: index), index + length <= input.count {
            let code = input[index..<index + length]
            index += length
            perform(code, at: time)
        }
        input.removeFirst(min(index, input.count))
    }

    private mutating func perform(_ code: ArraySlice<UInt8>, at time: MediaTime) {
        let bytes = Array(code)
        switch bytes[0] {
        case 0x08: change(at: time) { $0.backspace() }
        case 0x0C:
            change(at: time) {
                $0.clear()
                $0.home()
            }
        case 0x0D: change(at: time) { $0.carriageReturn() }
        case 0x0E: change(at: time) { $0.clearLine() }
        case 0x10: if (0x20...0x7F).contains(bytes[1]) || bytes[1] >= 0xA0 { put(CEA708Characters.extended(bytes[1]), at: time) }
        case 0x18: if let scalar = Unicode.Scalar(UInt16(bytes[1]) << 8 | UInt16(bytes[2])), scalar.value >= 0x20 { put(scalar, at: time) }
        case 0x20...0x7F, 0xA0...0xFF: put(CEA708Characters.basic(bytes[0]), at: time)
        case 0x80...0x87: if windows[Int(bytes[0] & 7)] != nil { current = Int(bytes[0] & 7) }
        case 0x88: each(bytes[1], at: time) { $0.clear() }
        case 0x89: each(bytes[1], at: time) { $0.isVisible = true }
        case 0x8A: each(bytes[1], at: time) { $0.isVisible = false }
        case 0x8B: each(bytes[1], at: time) { $0.isVisible.toggle() }
        case 0x8C: for index in 0..<8 where bytes[1] >> index & 1 == 1 { delete(index, at: time) }
        case 0x8D: if bytes[1] > 0 { resumption = time + MediaTime(value: Int64(bytes[1]), timescale: 10) }
        case 0x8F: deleteAll(at: time, keepsInput: true)
        case 0x90: setPen { $0.pen.setAttributes(bytes[1], bytes[2]) }
        case 0x91:
            setPen {
                $0.pen.color = CEA708Color(bytes[1])
                $0.pen.background = CEA708Color(bytes[2])
                $0.pen.edgeColor = CEA708Color(bytes[3] & 0x3F)
            }
        case 0x92:
            setPen {
                $0.row = min(Int(bytes[1] & 0x0F), $0.geometry.rows - 1)
                $0.column = min(Int(bytes[2] & 0x3F), $0.writableColumns - 1)
            }
        case 0x97: change(at: time) { $0.setAttributes(bytes[1...]) }
        case 0x98...0x9F: define(Int(bytes[0] & 7), bytes, at: time)
        default: break
        }
    }

    private mutating func put(_ text: String, at time: MediaTime) { for scalar in text.unicodeScalars { put(scalar, at: time) } }

    /// New text is part of the current cue from its first character on; only overwriting or wrapping starts a new cue.
    private mutating func put(_ scalar: Unicode.Scalar, at time: MediaTime) {
        guard let current, let window = windows[current] else { return }
        if window.isVisible, window.overwrites || window.needsWrap { end(current, at: time) }
        windows[current]?.put(scalar)
        begin(current, at: time)
    }

    private mutating func setPen(_ body: (inout CEA708Window) -> Void) {
        guard let current, var window = windows[current] else { return }
        body(&window)
        windows[current] = window
    }

    private mutating func change(at time: MediaTime, _ body: (inout CEA708Window) -> Void) {
        if let current { change(current, at: time, body) }
    }

    private mutating func each(_ set: UInt8, at time: MediaTime, _ body: (inout CEA708Window) -> Void) {
        for index in 0..<8 where set >> index & 1 == 1 { change(index, at: time, body) }
    }

    /// Changes a window. Its current cue ends only if the window really changes.
    private mutating func change(_ index: Int, at time: MediaTime, _ body: (inout CEA708Window) -> Void) {
        guard var window = windows[index] else { return }
        body(&window)
        if window == windows[index] { return }
        end(index, at: time)
        window.since = nil
        windows[index] = window
        begin(index, at: time)
    }

    private mutating func begin(_ index: Int, at time: MediaTime) {
        guard let window = windows[index], window.isVisible, window.since == nil, !window.isEmpty else { return }
        windows[index]?.since = time
    }

    private mutating func end(_ index: Int, at time: MediaTime) {
        guard let window = windows[index], let since = window.since else { return }
        if since < time, !window.isEmpty { ended.append(CEA708Display(index: index, window: window, start: since, end: time)) }
        windows[index]?.since = nil
    }

    private mutating func delete(_ index: Int, at time: MediaTime) {
        end(index, at: time)
        windows[index] = nil
        if current == index { current = nil }
    }

    private mutating func deleteAll(at time: MediaTime, keepsInput: Bool = false) {
        for index in 0..<8 { delete(index, at: time) }
        resumption = nil
        if !keepsInput { input = [] }
    }

    /// DefineWindow (CTA-708-E 8.10.5.2): an existing window keeps its text, and its styles when none are given.
    private mutating func define(_ index: Int, _ bytes: [UInt8], at time: MediaTime) {
        let geometry = CEA708WindowGeometry(bytes[1...])
        let isVisible = bytes[1] & 0x20 != 0
        let (windowStyle, penStyle) = (bytes[6] >> 3 & 7, bytes[6] & 7)
        if windows[index] == nil {
            var window = CEA708Window()
            window.geometry = geometry
            window.isVisible = isVisible
            window.apply(style: windowStyle)
            window.pen = CEA708Pen(style: penStyle)
            window.home()
            windows[index] = window
        } else {
            change(index, at: time) { window in
                window.geometry = geometry
                window.isVisible = isVisible
                if windowStyle > 0 { window.apply(style: windowStyle) }
                if penStyle > 0 { window.pen = CEA708Pen(style: penStyle) }
                window.row = min(window.row, geometry.rows - 1)
                window.column = min(window.column, window.writableColumns - 1)
            }
        }
        current = index
    }
}
