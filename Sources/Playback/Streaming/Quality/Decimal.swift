// SPDX-License-Identifier: Apache-2.0

/// Formats a number with a fixed number of decimals, for journals; `?` if it is NaN or too large.
func decimal(_ value: Double, places: Int) -> String {
    var scale: Int64 = 1
    for _ in 0..<places { scale *= 10 }
    let scaled = value * Double(scale)
    guard scaled.magnitude < 1e15 else { return "?" }
    let units = Int64(scaled < 0 ? scaled - 0.5 : scaled + 0.5)
    guard places > 0 else { return String(units) }
    var fraction = String(units.magnitude % UInt64(scale))
    while fraction.utf8.count < places { fraction = "0" + fraction }
    return (units < 0 ? "-" : "") + String(units.magnitude / UInt64(scale)) + "." + fraction
}
