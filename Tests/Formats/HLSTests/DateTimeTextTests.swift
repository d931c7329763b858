// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS

@Suite struct DateTimeTextTests {
    @Test(
        "Dates are read with fractions and offsets",
        arguments: [
            ("1970-01-01T00:00:00Z", 0.0), ("2010-02-19T14:54:23.031+08:00", 1266562463.031), ("2010-02-19T06:54:23.031Z", 1266562463.031),
            ("2000-02-29T23:59:59.999999Z", 951868799.999999), ("1969-12-31T23:59:59Z", -1), ("2026-11-21T05:31:27-0330", 1795251687),
            ("2014-08-13T21:36:33+00:00", 1407965793), ("2014-08-13T21:36:33", 1407965793), ("2014-08-13 21:36:33,5Z", 1407965793.5),
            ("2014-08-13T21:36Z", 1407965760), ("2016-12-31T23:59:60Z", 1483228800), ("0001-01-01T00:00:00Z", -62135596800),
            ("2014-08-13t21:36:33z", 1407965793), ("2014-08-13T21:36:33+02", 1407958593),
        ])
    func reads(_ text: String, _ seconds: Double) { #expect(DateTimeText.parse(text) == seconds) }

    @Test(
        "Invalid dates are refused",
        arguments: [
            "", "2014", "2014-08-13", "2014-13-01T00:00:00Z", "2014-08-13T21:36:33ZZ", "2014-08-13T21:61:33Z", "2014-08-13T21:36:33.Z",
            "20140813T213633Z", "tomorrow",
        ])
    func refuses(_ text: String) { #expect(DateTimeText.parse(text) == nil) }

    @Test func `Dates over four centuries survive a round trip`() {
        for day in stride(from: -80_000, to: 80_000, by: 7) {
            let seconds = Double(day) * 86400 + 43_210.125
            #expect(DateTimeText.parse(DateTimeText.text(seconds)) == seconds)
        }
        #expect(DateTimeText.text(1266562463.031) == "2010-02-19T06:54:23.031Z")
        #expect(DateTimeText.text(-0.5) == "1969-12-31T23:59:59.500Z")
    }
}
