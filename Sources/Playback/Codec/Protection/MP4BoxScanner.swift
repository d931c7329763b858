// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import WindowboxMedia

/// Scans the bytes that an MP4 demuxer reads. Extracts the encryption, text headers and events that the demuxer does not expose, rejects
/// counts that it would trust, and rewrites what it would misunderstand.
final class MP4BoxScanner: DemuxerInput {
    private let source: any DemuxerInput
    private struct State {
        var walker: BoxWalker
        var tracks = TrackEncryption()
        var texts = TextHeaders()
        var events: [EventMessage] = []
        var headers = ProtectionHeaders()
        var pcmDescriptions = PCMDescriptions()
        var replacements: [PCMDescriptions.Replacement] = []
        /// The offset of the next byte in the file.
        var position = 0
    }

    private let state: Monitor<State>
    private let isSegment: Bool
    /// More events than this in a segment are implausible.
    private static let maximumEvents = 1000

    /// - Parameter isSegment: false for complete files, whose encryption is not read.
    init(_ source: any DemuxerInput, isSegment: Bool) {
        self.source = source
        self.isSegment = isSegment
        state = Monitor(
            State(
                walker: isSegment
                    ? BoxWalker(keeping: ["moov", "moof", "emsg"]) : BoxWalker(keeping: ["moov"], in: .file(length: source.length))))
    }

    var length: Int? { source.length }
    var fileExtension: String? { source.fileExtension }

    func seek(to offset: Int) -> Bool {
        guard source.seek(to: offset) else { return false }
        state.change {
            $0.walker.restart(at: offset)
            $0.position = offset
        }
        return true
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(CodecError) -> Int {
        let count = try source.read(into: buffer)
        let isImplausible = state.change { state in
            for box in state.walker.boxes(in: UnsafeRawBufferPointer(rebasing: buffer[..<count])) {
                switch box.kind {
                case "emsg":
                    guard state.events.count < Self.maximumEvents, let event = EventMessage(box: box.body) else { continue }
                    state.events.append(event)
                case "moov":
                    state.texts.read(box.body[...])
                    state.pcmDescriptions.read(box)
                    if isSegment {
                        state.tracks.read(box)
                        state.headers.read(box)
                    }
                default:
                    state.tracks.read(box)
                    state.headers.read(box)
                }
            }
            for replacement in state.replacements { replacement.apply(to: buffer[..<count], at: state.position) }
            state.position += count
            return state.walker.isImplausible
        }
        guard !isImplausible else {
            throw CodecError(.malformed, "The file is damaged: it declares an implausible number of encrypted samples.")
        }
        return count
    }

    /// The header of a WebVTT track, by the file's track ID.
    func textHeader(track: Int) -> [UInt8]? { state.read { $0.texts[track] } }

    /// Rewrites the boxes that the demuxer misunderstood when they are read again.
    /// - Returns: whether there are any, so that the file must be opened again.
    func restate(for context: UnsafeMutablePointer<AVFormatContext>) -> Bool {
        state.change { state in
            state.replacements = state.pcmDescriptions.replacements(for: context)
            return !state.replacements.isEmpty
        }
    }

    /// Takes the events that have passed since the last call.
    func takeEvents() -> [EventMessage] {
        state.change { state in
            defer { state.events.removeAll() }
            return state.events
        }
    }

    /// The complete `pssh` boxes of the file's header and of the last fragments read.
    var protectionHeaders: [[UInt8]] { state.read { $0.headers.all } }

    /// Whether the header that has been read declares an encrypted track.
    var hasEncryptedTracks: Bool { state.read { !$0.tracks.isEmpty } }

    /// - Parameters:
    /// - offset: the offset of a sample whose fragment has been read.
    /// - stated: the encryption according to the sample's table.
    func encryption(track: Int, at offset: Int, stated: CommonEncryption?) -> CommonEncryption? {
        state.read { $0.tracks.isEmpty ? stated : $0.tracks.encryption(track: track, at: offset, stated: stated) }
    }
}
