// SPDX-License-Identifier: Apache-2.0

// Documents: steering manifests, asset lists, the traces and movies of `simulate`, and the report of `probe` about a playlist.
// The first byte selects one.
// With: Fuzz/StandIns/Input.swift Fuzz/StandIns/StandardStreams.swift Sources/Command/Failure.swift Sources/Command/Simulate/SimulationFile.swift
// With: Sources/Command/Probe/DateRange+JSON.swift Sources/Command/Probe/JSONTree.swift Sources/Command/Probe/JSONTree+Write.swift
// With: Sources/Command/Probe/LiveTags+JSON.swift Sources/Command/Probe/MediaPlaylist+JSON.swift
// With: Sources/Command/Probe/MediaPlaylist+Summary.swift Sources/Command/Probe/MultivariantPlaylist+JSON.swift
// With: Sources/Command/Probe/MultivariantPlaylist+Summary.swift Sources/Command/Probe/TerminalText.swift
// With: Sources/Command/Probe/ProbedPlaylist.swift

import Glibc
import WindowboxHLS
import WindowboxStreaming

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDocuments(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    switch input.below(4) {
    case 0: checkSteering(input.all())
    case 1: checkReport(input.all())
    case 2: checkTraces(input.all())
    default: checkMovie(input.all())
    }
    return 0
}

private func checkSteering(_ bytes: [UInt8]) {
    if let list = try? AssetList.parse(bytes) { precondition(list.document != .null, "an asset list of nothing") }
    guard let manifest = try? SteeringManifest.parse(bytes) else { return }
    precondition(!manifest.pathwayPriority.isEmpty, "a manifest without pathways")
}

/// A report is valid JSON whatever the playlist contains, and its text has no terminal control sequences.
private func checkReport(_ bytes: [UInt8]) {
    for isStrict in [false, true] {
        let probed = ProbedPlaylist(bytes, base: "http://host/list.m3u8", isStrict: isStrict)
        let report = JSONTree.object(probed.members).bytes
        guard let value = JSONValue.parse(report) else { preconditionFailure("a report that is no JSON") }
        precondition(value["errors"]?.array != nil && value["warnings"]?.array != nil, "a report without errors and warnings")
        precondition(probed.reading.playlist != nil || value["errors"]?.array?.isEmpty == false, "nothing was read and nothing said")
        let text = probed.summary(of: "list.m3u8")
        precondition(text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A }, "a control character for the terminal")
    }
}

private func checkTraces(_ bytes: [UInt8]) {
    guard let document = JSONValue.parse(bytes), document.members != nil else { return }
    guard let traces = try? TraceFile.parse(document, of: "traces.json") else { return }
    guard let movie = try? MovieSizes(segmentDuration: 2, bitrates: [1e6, 2e6], sizes: [[2e6, 4e6], [2e6, 4e6]]) else { return }
    precondition(!traces.isEmpty, "no trace and no error")
    for trace in traces { precondition(trace.longest(for: movie) > 0, "a session of no length") }
}

private func checkMovie(_ bytes: [UInt8]) {
    guard let document = JSONValue.parse(bytes), document.members != nil else { return }
    guard let movie = try? SegmentSizesFile.parse(document, of: "movie.json") else { return }
    precondition(movie.sizes.allSatisfy { $0.count == movie.bitrates.count }, "rows of unequal length")
    for seconds in [0, 1, 1e9, Double.infinity] {
        let limited = movie.limited(to: seconds)
        precondition(!limited.sizes.isEmpty && limited.sizes.count <= movie.sizes.count, "a film of another length")
    }
}
