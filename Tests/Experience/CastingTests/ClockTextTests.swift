// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxCasting

@Suite("UPnP time formats")
struct ClockTextTests {
    @Test(
        "Hours, minutes, seconds and both kinds of fractions are read",
        arguments: [("0:00:05", 5.0), ("1:02:03.5", 3723.5), ("00:00:01.1/4", 1.25), ("100:00:00", 360_000)])
    func read(text: String, seconds: Double) { #expect(ClockText.seconds(text) == seconds) }

    @Test(
        "Invalid times are refused",
        arguments: ["", "NOT_IMPLEMENTED", "0:60:00", "5", "-1:00:00", "0:00:0x", "9999999999:00:00", "0:00:01.inf/inf", "0:00:01.nan/1"])
    func refuse(text: String) { #expect(ClockText.seconds(text) == nil) }

    @Test(
        "Times are written in whole seconds",
        arguments: [(0.0, "0:00:00"), (3723.9, "1:02:03"), (-4, "0:00:00"), (.infinity, "100000:00:00"), (.nan, "0:00:00")])
    func write(seconds: Double, text: String) { #expect(ClockText.text(seconds) == text) }
}
