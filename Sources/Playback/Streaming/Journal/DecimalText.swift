// SPDX-License-Identifier: Apache-2.0

/// Formats a number with a fixed number of decimals, for journals and query parameters; non-finite numbers become `-`.
func decimalText(_ value: Double, decimals: Int) -> String {
    guard value.isFinite, value.magnitude < 1e15 else { return "-" }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let ticks = Int64((value.magnitude * scale).rounded())
    let divisor = Int64(scale)
    let sign: String = value < 0 && ticks > 0 ? "-" : ""
    guard decimals > 0 else { return sign + String(ticks) }
    let fraction = String(ticks % divisor)
    let zeros = String(repeating: "0", count: decimals - fraction.utf8.count)
    return sign + String(ticks / divisor) + "." + zeros + fraction
}

/// A human-readable bit rate: `800k`, `3.0M`.
func rateText(_ bitsPerSecond: Double) -> String {
    bitsPerSecond >= 1e6 ? decimalText(bitsPerSecond / 1e6, decimals: 1) + "M" : decimalText(bitsPerSecond / 1e3, decimals: 0) + "k"
}

/// A time on the timeline: `8.000 s`.
package func timeText(_ seconds: Double) -> String { decimalText(seconds, decimals: 3) + " s" }

/// A span of the timeline: `8.000–12.000 s`.
package func spanText(_ start: Double, _ end: Double) -> String {
    decimalText(start, decimals: 3) + "–" + decimalText(end, decimals: 3) + " s"
}
