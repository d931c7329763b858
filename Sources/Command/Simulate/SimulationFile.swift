// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxHLS
import WindowboxStreaming

/// A network trace with its name.
struct NamedTrace {
    var name: String
    var trace: NetworkTrace
}

extension NamedTrace {
    /// An upper bound in seconds for fetching every segment at the highest level.
    func longest(for movieSizes: MovieSizes) -> Double {
        var (time, bits, latency) = (0.0, 0.0, 0.0)
        for period in trace.periods {
            time += period.duration
            bits += period.duration * period.bandwidth
            latency = max(latency, period.latency)
        }
        let totalBits = movieSizes.sizes.reduce(0) { $0 + ($1.max() ?? 0) }
        return (totalBits / bits + 1) * time + latency * Double(movieSizes.sizes.count)
    }
}

/// A file of network traces, in file order.
enum TraceFile {
    static func read(_ path: String) throws(Failure) -> [NamedTrace] { try parse(JSONFile.read(path), of: path) }

    /// - Parameter path: The file's path, for errors.
    static func parse(_ document: JSONValue, of path: String) throws(Failure) -> [NamedTrace] {
        let columns = try Columns(document["columns"], path)
        guard let members = document["traces"]?.members, !members.isEmpty else {
            throw .failed("\(path) has no object \"traces\" with lists of periods; see windowbox help simulate")
        }
        var traces: [NamedTrace] = []
        var names: Set<String> = []
        for member in members {
            guard names.insert(member.name).inserted else { throw .failed("\(path) has two traces named \(member.name); rename one") }
            guard let rows = member.value.array else { throw .failed("\(path): trace \(member.name) is not a list of periods") }
            var periods: [NetworkTrace.Period] = []
            for (index, row) in rows.enumerated() {
                guard let period = columns.period(row) else {
                    throw .failed("\(path): period \(index) of trace \(member.name) is not a list of \(columns.count) numbers")
                }
                periods.append(period)
            }
            do throws(SimulationError) {
                traces.append(NamedTrace(name: member.name, trace: try NetworkTrace(periods: periods)))
            } catch { throw .failed("\(path): trace \(member.name): \(error.message)") }
        }
        return traces
    }

    /// The column indices of a period's values.
    private struct Columns {
        let duration: Int
        let bandwidth: Int
        let latency: Int
        let count: Int

        init(_ names: JSONValue?, _ path: String) throws(Failure) {
            let names = names?.array?.map { $0.string ?? "" } ?? ["duration_ms", "bandwidth_kbps", "latency_ms"]
            guard let duration = names.firstIndex(of: "duration_ms"), let bandwidth = names.firstIndex(of: "bandwidth_kbps"),
                let latency = names.firstIndex(of: "latency_ms")
            else { throw .failed("\(path): \"columns\" needs duration_ms, bandwidth_kbps and latency_ms") }
            (self.duration, self.bandwidth, self.latency, count) = (duration, bandwidth, latency, names.count)
        }

        func period(_ row: JSONValue) -> NetworkTrace.Period? {
            guard let cells = row.array, cells.count == count, let duration = cells[duration].number,
                let bandwidth = cells[bandwidth].number,
                let latency = cells[latency].number
            else { return nil }
            return .init(duration: duration / 1000, bandwidth: bandwidth * 1000, latency: latency / 1000)
        }
    }
}

/// A file of a title's segment sizes.
enum SegmentSizesFile {
    static func read(_ path: String) throws(Failure) -> MovieSizes { try parse(JSONFile.read(path), of: path) }

    /// - Parameter path: The file's path, for errors.
    static func parse(_ document: JSONValue, of path: String) throws(Failure) -> MovieSizes {
        guard let duration = document["segment_duration_ms"]?.number else { throw .failed("\(path) has no number \"segment_duration_ms\"") }
        guard let bitrates = numbers(document["bitrates_kbps"]) else { throw .failed("\(path) has no list of numbers \"bitrates_kbps\"") }
        guard let rows = document["segment_sizes_bits"]?.array else { throw .failed("\(path) has no list \"segment_sizes_bits\"") }
        var sizes: [[Double]] = []
        for (index, row) in rows.enumerated() {
            guard let bits = numbers(row) else { throw .failed("\(path): the sizes of segment \(index) are not a list of numbers") }
            sizes.append(bits)
        }
        do throws(SimulationError) {
            return try MovieSizes(segmentDuration: duration / 1000, bitrates: bitrates.map { $0 * 1000 }, sizes: sizes)
        } catch { throw .failed("\(path): \(error.message)") }
    }

    private static func numbers(_ value: JSONValue?) -> [Double]? {
        guard let cells = value?.array else { return nil }
        let numbers = cells.compactMap(\.number)
        return numbers.count == cells.count ? numbers : nil
    }
}

private enum JSONFile {
    /// The maximum file size in bytes. Traces of a day are a few megabytes.
    static let maxBytes = 256 << 20

    static func read(_ path: String) throws(Failure) -> JSONValue {
        let data: Data
        do {
            let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
            guard size <= maxBytes else { throw Failure.failed("\(path) is larger than \(maxBytes) bytes; split it") }
            data = try StandardStreams.read(path)
        } catch let failure as Failure {
            throw failure
        } catch {
            throw .failed("cannot read \(path): \(error.localizedDescription)")
        }
        guard let document = JSONValue.parse(Array(data)), document.members != nil else {
            throw .failed("\(path) is not a JSON object; see windowbox help simulate for the format")
        }
        return document
    }
}
