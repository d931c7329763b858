// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxCodec

@Suite("The extent of a file")
struct FileExtentTests {
    @Test("A first packet within ten seconds leaves the timeline at zero")
    func early() {
        var extent = FileExtent(start: 0, duration: 20)
        extent.begin(at: 10, countsFromZero: true)
        #expect(extent.start == 0)
        #expect(extent.duration == 20)
    }

    @Test("Where no empty beginning can be intended, the timeline begins with the first packet")
    func delayed() {
        var extent = FileExtent(start: 0, duration: 6.2)
        extent.begin(at: 0.2, countsFromZero: true, mayBeEmpty: false)
        #expect(extent.start == 0.2)
        #expect(extent.duration == 6)
    }

    @Test("A later one begins the timeline, and a duration from zero is shortened")
    func late() {
        var extent = FileExtent(start: 0, duration: 36_003)
        extent.begin(at: 36_000, countsFromZero: true)
        #expect(extent.start == 36_000)
        #expect(extent.duration == 3)
    }

    @Test("A duration that does not include the time before, or can't, is left alone")
    func duration() {
        var counted = FileExtent(start: 0, duration: 36_003)
        counted.begin(at: 36_000, countsFromZero: false)
        #expect(counted.duration == 36_003)
        var short = FileExtent(start: 0, duration: 3)
        short.begin(at: 36_000, countsFromZero: true)
        #expect(short.duration == 3)
        var unknown = FileExtent(start: 0, duration: nil)
        unknown.begin(at: 36_000, countsFromZero: true)
        #expect(unknown.start == 36_000)
        #expect(unknown.duration == nil)
    }

    @Test("A file is complete when a sample ends near its stated end")
    func complete() {
        var extent = FileExtent(start: 100, duration: 3)
        #expect(!extent.isComplete)
        extent.extend(to: 102)
        #expect(!extent.isComplete)
        extent.extend(to: 102.9)
        extent.extend(to: 101)
        #expect(extent.isComplete)
        var unknown = FileExtent(start: 0, duration: nil)
        unknown.extend(to: 100)
        #expect(!unknown.isComplete)
    }
}
