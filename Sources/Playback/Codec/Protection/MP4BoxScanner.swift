// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Reads along with a demuxer of MP4: what it does not tell of encryption, of text and of events, and what it would believe and must
/// not.
final class MP4BoxScanner: DemuxerInput {
    private let source: any DemuxerInput
    private struct State {
        var walker: BoxWalker
        var tracks = TrackEncryption()
        var texts = TextHeaders()
        var events: [EventMessage] = []
        var headers = ProtectionHeaders()
    }

    private let state: Monitor<State>
    private let isSegment: Bool
    /// More events than this in a segment are nonsense.
    private static let mostEvents = 1000

    /// - Parameter isSegment: false for whole files, whose encryption is not read.
    init(_ source: any DemuxerInput, isSegment: Bool) {
        self.source = source
        self.isSegment = isSegment
        state = Monitor(
            State(
                walker: isSegment
                    ? BoxWalker(keeping: ["moov", "moof", "emsg"]) : BoxWalker(keeping: ["moov"], in: .file(length: source.length))))
    }

    var length: Int? { source.length }

    func seek(to offset: Int) -> Bool {
        guard source.seek(to: offset) else { return false }
        state.change { $0.walker.restart(at: offset) }
        return true
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(CodecError) -> Int {
        let count = try source.read(into: buffer)
        let isAbsurd = state.change { state in
            for box in state.walker.take(UnsafeRawBufferPointer(rebasing: buffer[..<count])) {
                switch box.kind {
                case "emsg":
                    guard state.events.count < Self.mostEvents, let event = EventMessage(box: box.body) else { continue }
                    state.events.append(event)
                case "moov":
                    state.texts.take(box.body[...])
                    if isSegment {
                        state.tracks.take(box)
                        state.headers.take(box)
                    }
                default:
                    state.tracks.take(box)
                    state.headers.take(box)
                }
            }
            return state.walker.isAbsurd
        }
        guard !isAbsurd else {
            throw CodecError(.malformed, "The file says that it has encrypted samples beyond any number; it is damaged.")
        }
        return count
    }

    /// Of a track of WebVTT, by the number that the file gives it.
    func textHeader(track: Int) -> [UInt8]? { state.read { $0.texts[track] } }

    /// The events that have come by since this was asked last.
    func takeEvents() -> [EventMessage] {
        state.change { state in
            defer { state.events.removeAll() }
            return state.events
        }
    }

    /// The `pssh` boxes of the file's header and of the fragments read last, whole.
    var protectionHeaders: [[UInt8]] { state.read { $0.headers.all } }

    /// - Parameters:
    ///   - offset: of a sample whose fragment has been read.
    ///   - stated: what the sample's table says.
    func encryption(track: Int, at offset: Int, stated: CommonEncryption?) -> CommonEncryption? {
        state.read { $0.tracks.isEmpty ? stated : $0.tracks.encryption(track: track, at: offset, stated: stated) }
    }
}
