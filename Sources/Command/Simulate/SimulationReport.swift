// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxStreaming

/// The results for each network trace, in file order.
struct SimulationReport {
    struct Trace {
        var name: String
        var result: SimulationResult
    }

    var traces: [Trace]

    var mean: SimulationResult? { SimulationResult.mean(traces.map(\.result)) }

    var json: JSONTree {
        .record(["mean": mean, "traces": JSONTree.object(traces.map { ($0.name, $0.result.json) })])
    }

    /// The means, and the five worst traces.
    var summary: String {
        guard let mean else { return "" }
        let worst = traces.sorted { ($0.result.qoeLog, $0.name) < ($1.result.qoeLog, $1.name) }.prefix(5)
        let head = ["", "kbit/s", "utility", "QoE_log", "score", "stalled %", "stalls", "switches", "startup s"]
        let rows = [row("mean of \(traces.count)", mean)] + worst.map { row(TerminalText.line($0.name, limit: 48), $0.result) }
        let table = TerminalText.table([head] + rows).split(separator: "\n")
        return ([String(table[0]), String(table[1]), "  worst"] + table.dropFirst(2).map(String.init)).joined(separator: "\n") + "\n"
    }

    private func row(_ name: String, _ result: SimulationResult) -> [String] {
        let figures: [(Double, Int)] = [
            (result.averageBitrate, 1), (result.utility, 3), (result.qoeLog, 3), (result.score, 3), (result.rebufferRatio * 100, 2),
            (result.rebufferEvents, 1), (result.switches, 1), (result.startup, 2),
        ]
        return [name] + figures.map { String(format: "%.\($0.1)f", $0.0) }
    }
}

extension SimulationResult: JSONConvertible {
    var json: JSONTree {
        .record([
            "averageBitrate": averageBitrate, "utility": utility, "qoeLog": qoeLog, "score": score, "rebufferRatio": rebufferRatio,
            "rebufferEvents": rebufferEvents, "switches": switches, "startup": startup,
        ])
    }
}
