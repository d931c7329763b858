// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxAdMarkup

@Suite struct SpliceTests {
    @Test("A time signal with a placement opportunity matches the standard's example")
    func placement() throws {
        let reading = try SpliceInfo.read(Sections.placement, isStrict: true)
        #expect(reading.isIntact)
        #expect(reading.checksum == 0x9AC9_D17E)
        #expect(reading.info.command == .timeSignal(0x0_72BD_0050))
        #expect(reading.info.tier == 0xFFF)
        #expect(reading.info.ptsAdjustment == 0)
        let segmentation = try #require(reading.info.segmentations.first)
        #expect(segmentation.eventID == 0x4800_008E)
        #expect(segmentation.duration == 0x0001_A599_B0)
        #expect(segmentation.type == .providerPlacementStart)
        #expect(segmentation.type.opensBreak)
        #expect(segmentation.segmentNumber == 2)
        #expect(segmentation.upid.typeName == "AiringID")
        #expect(segmentation.upid.text == "0x000000002CA0A18A")
        #expect(segmentation.restrictions == .init(allowsWebDelivery: false, hasNoRegionalBlackout: true, allowsArchive: true, devices: 3))
        #expect(segmentation.components == nil)
        #expect(segmentation.subSegment == nil)
    }

    @Test("A splice insert matches the standard's example")
    func insert() throws {
        let info = try SpliceInfo.read(Sections.insert, isStrict: true).info
        guard case .insert(let event) = info.command else { throw CancellationError() }
        #expect(event.id == 0x4800_008F)
        #expect(event.isOutOfNetwork)
        #expect(!event.isImmediate)
        #expect(!event.isCancelled)
        #expect(event.idComplies)
        #expect(event.time == 0x0_7369_C02E)
        #expect(event.duration == .init(returnsAutomatically: true, ticks: 0x0_0052_CCF5))
        #expect(info.descriptors == [.avail(providerAvailID: 0x135)])
    }

    @Test("Two descriptors in one signal are both read")
    func programs() throws {
        let info = try SpliceInfo.read(Sections.programs, isStrict: true).info
        #expect(info.segmentations.map(\.type.name) == ["Program End", "Program Start"])
    }

    @Test("Sections are written as they were read", arguments: [Sections.placement, Sections.insert, Sections.programs])
    func written(_ text: String) throws {
        let bytes = try #require(SpliceText.bytes(text))
        #expect(try SpliceInfo.read(bytes).info.write() == bytes)
        #expect(SpliceText.base64(bytes) == text)
        let hexadecimal = SpliceText.hexadecimal(bytes)
        #expect(SpliceText.bytes("0x" + hexadecimal) == bytes)
        #expect(SpliceText.bytes(hexadecimal.lowercased()) == bytes)
        #expect(SpliceText.bytes(text.replacing("/", with: "_").replacing("+", with: "-").replacing("=", with: "")) == bytes)
    }

    @Test("Every command and descriptor survives a round trip")
    func roundTrip() throws {
        var scheduled = SpliceEvent(id: 7)
        (scheduled.time, scheduled.duration) = (1_000_000, .init(returnsAutomatically: false, ticks: 2_700_000))
        var parts = SpliceEvent(id: 8)
        (parts.components, parts.availNumber, parts.availsExpected) = ([.init(tag: 1, time: 5)], 1, 2)
        var mixed = SpliceEvent(id: 9)
        mixed.components = [.init(tag: 1, time: (1 << 33) - 1), .init(tag: 2)]
        var immediate = SpliceEvent(id: 10)
        (immediate.isImmediate, immediate.isOutOfNetwork, immediate.uniqueProgramID) = (true, false, 0xABCD)
        var cancelled = SpliceEvent(id: 11)
        cancelled.isCancelled = true
        let commands: [SpliceCommand] = [
            .null, .schedule([scheduled, parts, cancelled]), .insert(mixed), .insert(immediate), .insert(cancelled), .timeSignal(nil),
            .timeSignal(1), .bandwidthReservation, .custom(identifier: 0x4142_4344, bytes: [1, 2]), .unknown(type: 0x10, bytes: [9]),
        ]
        var segmentation = SegmentationDescriptor(
            eventID: 1, type: .distributorPlacementStart, upid: .init(type: 0x0F, bytes: Array("urn:x".utf8)))
        segmentation.components = [.init(tag: 3, offset: 77)]
        segmentation.subSegment = .init(number: 1, expected: 4)
        segmentation.duration = (1 << 40) - 1
        var taken = SegmentationDescriptor(eventID: 2, type: SegmentationType(rawValue: 0))
        taken.isCancelled = true
        let descriptors: [SpliceDescriptor] = [
            .avail(providerAvailID: .max), .dtmf(preroll: 177, characters: "121#"), .segmentation(segmentation), .segmentation(taken),
            .time(seconds: 1 << 40, nanoseconds: 5, utcOffset: 37),
            .audio([.init(tag: 1, language: "deu", bitStreamMode: 2, channels: 6, isFullService: true)]),
            .unknown(tag: 0xF0, identifier: 0x4142_4344, bytes: [1, 2, 3]),
        ]
        for command in commands {
            var info = SpliceInfo(command: command, descriptors: descriptors)
            (info.ptsAdjustment, info.tier, info.cwIndex, info.sapType) = ((1 << 33) - 2, 0x123, 4, 1)
            let bytes = try info.write()
            #expect(try SpliceInfo.read(bytes, isStrict: true).info == info)
            #expect(throws: SpliceError.self) { try SpliceInfo.read(Array(bytes.dropLast())) }
        }
    }

    @Test("A command without a length is read to its own end")
    func oldLength() throws {
        var bytes = try #require(SpliceText.bytes(Sections.insert))
        bytes[11] |= 0x0F
        bytes[12] = 0xFF
        let reading = try SpliceInfo.read(bytes)
        #expect(!reading.isIntact)
        #expect(reading.info.command == (try SpliceInfo.read(Sections.insert)).info.command)
        #expect(reading.info.descriptors.count == 1)
    }

    @Test("An encrypted section is kept unchanged")
    func encrypted() throws {
        var info = SpliceInfo(command: .unknown(type: 0xAA, bytes: []))
        info.encryption = .init(algorithm: 3, payload: [0xAA, 1, 2, 3, 4, 5, 6, 7, 8], commandLength: 5)
        let read = try SpliceInfo.read(info.write(), isStrict: true).info
        #expect(read == info)
    }

    @Test("PTS adjustment wraps at 33 bits")
    func wrapping() {
        var info = SpliceInfo(command: .null)
        info.ptsAdjustment = 100
        #expect(info.adjusted((1 << 33) - 50) == 50)
    }

    @Test("An event that announces components but has none is read without them and reported")
    func missingComponents() throws {
        var event = SpliceEvent(id: 7)
        (event.isImmediate, event.duration) = (true, .init(returnsAutomatically: true, ticks: 900_000))
        event.uniqueProgramID = 5
        var bytes = try SpliceInfo(command: .insert(event), descriptors: [.avail(providerAvailID: 3)]).write()
        bytes[19] &= 0b1010_1111
        let reading = try SpliceInfo.read(bytes)
        guard case .insert(let read) = reading.info.command else { throw CancellationError() }
        #expect(read.components == [])
        #expect(read.duration == event.duration)
        #expect(read.uniqueProgramID == 5)
        #expect(read.id == 7)
        #expect(reading.info.descriptors == [.avail(providerAvailID: 3)])
        #expect(reading.problems.map(\.code) == [.checksum, .length])
    }

    @Test("UPIDs are written in their usual notation")
    func upids() {
        func text(_ type: UInt8, _ bytes: [UInt8]) -> String { SegmentationUPID(type: type, bytes: bytes).text }
        #expect(text(0x03, Array("ABCD0123000H".utf8)) == "ABCD0123000H")
        #expect(text(0x0A, [0x14, 0x78, 0xF8, 0x5A, 0xE1, 0, 0xB0, 0x68, 0x5B, 0x8F, 0xB1, 0xC8]) == "10.5240/F85A-E100-B068-5B8F-B1C8")
        #expect(text(0x10, [UInt8](0..<16)) == "00010203-0405-0607-0809-0a0b0c0d0e0f")
        let both = SegmentationUPID(type: 0x0D, bytes: [3, 2, 0x41, 0x42, 8, 1, 7])
        #expect(both.parts.count == 2)
        #expect(both.text == "Ad-ID:AB,AiringID:0x07")
        #expect(text(0x0D, [3, 200, 0x41]) == "0x03C841")
        #expect(text(0x00, []).isEmpty)
        #expect(text(0x0D, []).isEmpty)
        #expect(text(0x03, [1, 2]) == "0x0102")
        #expect(text(0x01, Array("spot 7".utf8)) == "spot 7")
        #expect(text(0x01, [0xFF]) == "0xFF")
        let umid = [UInt8](repeating: 0x30, count: 4) + Array(".0101".utf8)
        #expect(text(0x04, umid) == "0000.0101")
        #expect(text(0x04, [6, 0x0A, 0x2B, 0x34, 1]) == "060A2B34.01")
        #expect(text(0x0A, Array("10.5240/F85A".utf8)) == "10.5240/F85A")
    }

    @Test("Segmentation types open and close breaks in pairs")
    func types() {
        let opening = (0...255).map { SegmentationType(rawValue: UInt8($0)) }.filter(\.opensBreak)
        #expect(opening.map(\.rawValue) == [0x22, 0x30, 0x32, 0x34, 0x36, 0x38, 0x3A, 0x3C, 0x3E, 0x44, 0x46])
        for type in opening {
            #expect(SegmentationType(rawValue: type.rawValue + 1).closesBreak)
            #expect(type.name?.hasSuffix("Start") == true)
        }
    }

    @Test("Padding, quotes and spaces around a section do not matter")
    func forms() throws {
        let plain = try #require(SpliceText.bytes(Sections.insert))
        let bare = String(Sections.insert.prefix { $0 != "=" })
        for text in [bare, bare + "===", "\"\(Sections.insert)\"", " '0x\(SpliceText.hexadecimal(plain).lowercased())'\n"] {
            #expect(SpliceText.bytes(text) == plain)
        }
    }

    @Test("A command with a wrong length is read by its own fields, or refused in strict mode", arguments: [0, 5, 0x200])
    func wrongLength(_ length: Int) throws {
        var bytes = try #require(SpliceText.bytes(Sections.insert))
        bytes[11] = bytes[11] & 0xF0 | UInt8(length >> 8)
        bytes[12] = UInt8(length & 0xFF)
        let reading = try SpliceInfo.read(bytes)
        #expect(reading.info.command == (try SpliceInfo.read(Sections.insert)).info.command)
        #expect(reading.info.descriptors == (try SpliceInfo.read(Sections.insert)).info.descriptors)
        #expect(reading.problems.map(\.code) == [.checksum, .length])
        #expect(throws: SpliceError.self) { try SpliceInfo.read(bytes, isStrict: true) }
    }

    @Test("A truncated descriptor is kept as bytes, and those after it are read")
    func brokenDescriptor() throws {
        let cue = UInt32(0x4355_4549)
        var segmentation = SegmentationDescriptor(eventID: 9, type: .providerAdStart)
        segmentation.upid = SegmentationUPID(type: 3, bytes: Array("ABCD0123000H".utf8))
        let info = SpliceInfo(
            command: .timeSignal(1),
            descriptors: [.unknown(tag: 2, identifier: cue, bytes: [0, 0, 0, 1]), .segmentation(segmentation)])
        let reading = try SpliceInfo.read(info.write())
        #expect(reading.info.command == .timeSignal(1))
        #expect(reading.info.descriptors == info.descriptors)
        #expect(reading.problems.map(\.code) == [.length])
        #expect(reading.isIntact)
        // A descriptor that extends past the section keeps those before it.
        var long = try SpliceInfo(command: .null, descriptors: [.avail(providerAvailID: 7), .avail(providerAvailID: 8)]).write()
        long[long.count - 4 - 9] = 200
        let rest = try SpliceInfo.read(long)
        #expect(rest.info.descriptors == [.avail(providerAvailID: 7)])
        #expect(rest.problems.map(\.code) == [.checksum, .length])
    }

    @Test("Invalid sections are refused", arguments: ["", "!!", "0x", "0xFC", "AAAA", "/DAR", "0xFC3011010000000000FFFFFF0000004F253396"])
    func refused(_ text: String) { #expect(throws: SpliceError.self) { try SpliceInfo.read(text) } }

    @Test(
        "A damaged section is read or refused, and always refused in strict mode",
        arguments: [Sections.placement, Sections.insert, Sections.programs])
    func damage(_ text: String) throws {
        let bytes = try #require(SpliceText.bytes(text))
        for index in bytes.indices {
            #expect(throws: SpliceError.self) { try SpliceInfo.read(Array(bytes[..<index])) }
            var changed = bytes
            changed[index] ^= 0xFF
            _ = try? SpliceInfo.read(changed)
            #expect(throws: SpliceError.self) { try SpliceInfo.read(changed, isStrict: true) }
        }
    }
}
