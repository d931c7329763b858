// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxAdMarkup
import WindowboxHLS
import WindowboxStitcher

@Suite("3.2 Break discovery") struct BreakTests {
    /// Six-second segments with tags before them.
    private func timeline(_ tags: [Int: String], count: Int = 10, dated: Bool = true, reader: CueReader = CueReader()) throws
        -> BreakTimeline
    {
        var text = "#EXT-X-TARGETDURATION:6\n"
        for index in 0..<count {
            if index == 0, dated { text += "#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:00:00Z\n" }
            text += (tags[index].map { $0 + "\n" } ?? "") + "#EXTINF:6,\nc\(index).ts\n"
        }
        return BreakTimeline(try media(text), reader: reader)
    }

    private static func insert(_ id: UInt32, out: Bool = true, seconds: Double? = nil, auto: Bool = true, cancels: Bool = false) throws
        -> [UInt8]
    {
        var event = SpliceEvent(id: id)
        event.isOutOfNetwork = out
        event.isCancelled = cancels
        event.isImmediate = true
        event.duration = seconds.map { .init(returnsAutomatically: auto, ticks: UInt64($0 * 90_000)) }
        return try SpliceInfo(command: .insert(event)).write()
    }

    private static func signal(_ types: [(UInt8, UInt32, Double?)]) throws -> [UInt8] {
        let descriptors = types.map {
            SpliceDescriptor.segmentation(.init(eventID: $0.1, type: .init(rawValue: $0.0), duration: $0.2.map { UInt64($0 * 90_000) }))
        }
        return try SpliceInfo(command: .timeSignal(nil), descriptors: descriptors).write()
    }

    @Test(
        "All notations of a marker give the same break",
        arguments: [
            ["#EXT-X-CUE-OUT:12", "#EXT-X-CUE-IN"], ["#EXT-X-CUE-OUT:DURATION=12", "#EXT-X-CUE-IN"], ["#EXT-X-CUE-OUT", "#EXT-X-CUE-IN"],
            ["#EXT-X-CUE-OUT:DURATION=\"12.0\",ID=7", "#EXT-X-CUE-IN"],
            ["#EXT-X-CUE:TYPE=SpliceOut,ID=7,DURATION=12", "#EXT-X-CUE:TYPE=SpliceIn,ID=7"],
            ["#EXT-X-SCTE35:CUE-OUT=YES,DURATION=12", "#EXT-X-SCTE35:CUE-IN=YES"],
        ])
    func forms(_ tags: [String]) throws {
        let found = try timeline([3: tags[0], 5: tags[1]])
        #expect(found.breaks.count == 1)
        #expect(found.problems.isEmpty)
        #expect(found.breaks.first?.start == 18)
        #expect(found.breaks.first?.end == 30)
        #expect(found.breaks.first?.availableDuration == 12)
    }

    @Test(
        "SCTE 35 sections in base64 tags and in date ranges give the same break",
        arguments: ["EXT-OATCLS-SCTE35", "EXT-X-SPLICEPOINT-SCTE35", "EXT-X-SCTE35"])
    func sections(_ name: String) throws {
        let (out, back) = (SpliceText.base64(try Self.insert(7, seconds: 12)), SpliceText.base64(try Self.insert(7, out: false)))
        let value: (String) -> String = { name == "EXT-X-SCTE35" ? "CUE=\"\($0)\"" : $0 }
        let found = try timeline([3: "#\(name):\(value(out))", 5: "#\(name):\(value(back))"])
        #expect(found.breaks.map(\.id) == ["7"])
        #expect(found.breaks.first?.start == 18)
        #expect(found.breaks.first?.end == 30)
        #expect(found.problems.isEmpty)
        let beside = try timeline([3: "#\(name):\(value(out))\n#EXT-X-CUE-OUT:12", 5: "#EXT-X-CUE-IN"])
        let section = try Self.insert(7, seconds: 12)
        #expect(beside.breaks.map(\.id) == ["7"])
        #expect(beside.breaks.first?.splice == section)
    }

    @Test(
        "Each opening segmentation type opens a break, the next one up closes it, and others do neither",
        arguments: [0x22, 0x30, 0x32, 0x34, 0x36, 0x38, 0x3A, 0x3C, 0x3E, 0x44, 0x46] as [UInt8])
    func types(_ type: UInt8) throws {
        let out = SpliceText.base64(try Self.signal([(type, 5, 12)]))
        let back = SpliceText.base64(try Self.signal([(type + 1, 5, nil)]))
        let found = try timeline([3: "#EXT-OATCLS-SCTE35:\(out)", 5: "#EXT-OATCLS-SCTE35:\(back)"])
        #expect(found.breaks.map(\.start) == [18])
        #expect(found.breaks.first?.end == 30)
        var reader = CueReader()
        reader.meaning.opening = []
        #expect(try timeline([3: "#EXT-OATCLS-SCTE35:\(out)"], reader: reader).breaks.isEmpty)
        #expect(try timeline([3: "#EXT-OATCLS-SCTE35:\(SpliceText.base64(Self.signal([(0x10, 5, 12)])))"]).breaks.isEmpty)
    }

    @Test("Of several segmentation events at one time the longest contains the others")
    func nested() throws {
        let both = SpliceText.base64(try Self.signal([(0x34, 9, 10), (0x30, 5, 30)]))
        let found = try timeline([3: "#EXT-OATCLS-SCTE35:\(both)"])
        #expect(found.breaks.map(\.id) == ["5"])
        #expect(found.breaks.first?.availableDuration == 30)
    }

    @Test("A date range's duration, planned duration, end, or a later closing tag ends the break; the earliest wins")
    func ranges() throws {
        let out = "0x" + SpliceText.hexadecimal(try Self.insert(7, seconds: 60))
        let range = "#EXT-X-DATERANGE:ID=\"r\",START-DATE=\"1970-01-01T00:00:18Z\""
        #expect(try timeline([0: "\(range),DURATION=12,SCTE35-OUT=\(out)"]).breaks.map(\.availableDuration) == [12])
        #expect(try timeline([0: "\(range),PLANNED-DURATION=24,SCTE35-OUT=\(out)"]).breaks.map(\.availableDuration) == [24])
        #expect(try timeline([0: "\(range),END-DATE=\"1970-01-01T00:00:36Z\",SCTE35-OUT=\(out)"]).breaks.map(\.end) == [36])
        #expect(try timeline([0: "\(range),SCTE35-OUT=\(out)"]).breaks.map(\.availableDuration) == [60])
        let back = "0x" + SpliceText.hexadecimal(try Self.insert(7, out: false))
        let closed = try timeline([0: "\(range),PLANNED-DURATION=24,SCTE35-OUT=\(out)", 5: "\(range),DURATION=12,SCTE35-IN=\(back)"])
        #expect(closed.breaks.map(\.end) == [30])
        #expect(closed.breaks.first?.availableDuration == 12)
        let other = "#EXT-X-DATERANGE:ID=\"s\",START-DATE=\"1970-01-01T00:00:30Z\",SCTE35-IN=\(back)"
        #expect(try timeline([0: "\(range),PLANNED-DURATION=24,SCTE35-OUT=\(out)", 5: other]).breaks.map(\.end) == [30])
        let command = "0x" + SpliceText.hexadecimal(try Self.signal([(0x34, 9, 18)]))
        #expect(try timeline([0: "\(range),SCTE35-CMD=\(command)"]).breaks.map(\.availableDuration) == [18])
    }

    @Test(
        "A duration that no stream has is ignored",
        arguments: [
            "DURATION=1000000001", "PLANNED-DURATION=\(String(repeating: "9", count: 30))",
            "DURATION=\(String(repeating: "9", count: 280))",
        ])
    func absurd(_ duration: String) throws {
        let out = "0x" + SpliceText.hexadecimal(try Self.insert(7, seconds: 60))
        let range = "#EXT-X-DATERANGE:ID=\"r\",START-DATE=\"1970-01-01T00:00:18Z\",\(duration)"
        for (attribute, bytes) in [("SCTE35-OUT", out), ("SCTE35-CMD", "0x" + SpliceText.hexadecimal(try Self.signal([(0x34, 9, 60)])))] {
            let found = try timeline([0: "\(range),\(attribute)=\(bytes)"])
            #expect(found.breaks.map(\.availableDuration) == [60])
        }
    }

    @Test(
        "A client that joins during a break derives its start from the continuation tag",
        arguments: ["6/24", "ElapsedTime=6,Duration=24", "ElapsedTime=6.0,Duration=24,SCTE35=/DAA"])
    func joining(_ value: String) throws {
        let found = try timeline([0: "#EXT-X-CUE-OUT-CONT:\(value)", 1: "#EXT-X-CUE-OUT-CONT:12/24", 3: "#EXT-X-CUE-IN"])
        #expect(found.breaks.map(\.start) == [-6])
        #expect(found.breaks.first?.end == 18)
        #expect(found.breaks.first?.duration == 24)
    }

    @Test("Repeated markers are one break, and an event cancelled before it begins is none")
    func repeats() throws {
        let out = "#EXT-OATCLS-SCTE35:" + SpliceText.base64(try Self.insert(7, seconds: 24))
        #expect(try timeline([3: out + "\n" + out, 4: out]).breaks.count == 1)
        let cancel = "#EXT-OATCLS-SCTE35:" + SpliceText.base64(try Self.insert(7, cancels: true))
        #expect(try timeline([3: out + "\n" + cancel]).breaks.isEmpty)
        #expect(try timeline([3: out, 5: cancel]).breaks.map(\.end) == [30])
    }

    @Test("An insertion point has no duration")
    func point() throws {
        let found = try timeline([3: "#EXT-X-CUE-OUT:0\n#EXT-X-CUE-IN"])
        #expect(found.breaks.map(\.isPoint) == [true])
        #expect(found.breaks.first?.availableDuration == nil)
    }

    @Test("Contradictions are resolved and reported")
    func contradictions() throws {
        let inside = try timeline([2: "#EXT-X-CUE-OUT:24", 4: "#EXT-X-CUE-OUT:30", 6: "#EXT-X-CUE-IN"])
        #expect(inside.breaks.count == 1)
        #expect(inside.breaks.first?.start == 12)
        #expect(!inside.problems.isEmpty)
        let nothing = try timeline([2: "#EXT-X-CUE-IN"])
        #expect(nothing.breaks.isEmpty)
        #expect(nothing.problems.count == 1)
        let late = try timeline([1: "#EXT-X-CUE-OUT:12", 6: "#EXT-X-CUE-IN"])
        #expect(late.breaks.first?.availableDuration == 12)
        #expect(!late.problems.isEmpty)
        let lengths = try timeline([2: "#EXT-X-CUE-OUT:24", 3: "#EXT-X-CUE-OUT-CONT:6/60"])
        #expect(lengths.breaks.map(\.duration) == [24])
        #expect(!lengths.problems.isEmpty)
        #expect(try timeline([2: "#EXT-OATCLS-SCTE35:!!!"]).problems.count == 1)
        #expect(try timeline([2: "#EXT-X-CUE-OUT:soon"]).problems.count == 1)
        let undated = try timeline([0: "#EXT-X-DATERANGE:ID=\"r\",START-DATE=\"1970-01-01T00:00:18Z\",SCTE35-OUT=0xFC00"], dated: false)
        #expect(undated.breaks.isEmpty)
        #expect(undated.problems.count == 1)
    }

    @Test("A break with auto return ends by itself, one without waits for its end marker")
    func returning() throws {
        let waits = "#EXT-OATCLS-SCTE35:" + SpliceText.base64(try Self.insert(7, seconds: 12, auto: false))
        let found = try timeline([2: waits, 6: "#EXT-X-CUE-IN"])
        #expect(found.breaks.first?.end == 36)
        #expect(found.breaks.first?.returnsAutomatically == false)
        #expect(try timeline([2: "#EXT-X-CUE-OUT:12", 5: "#EXT-X-CUE-OUT:6"]).breaks.map(\.start) == [12, 30])
    }

    @Test("Metadata beside a marker belongs to the break")
    func metadata() throws {
        let found = try timeline([3: "#EXT-X-ASSET:CAID=0x12,GENRE=\"news, sport\"\n#EXT-X-CUE-OUT:12"])
        #expect(found.breaks.first?.metadata == ["CAID": "0x12", "GENRE": "news, sport"])
    }
}
