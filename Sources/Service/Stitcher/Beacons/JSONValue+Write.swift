// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

extension JSONValue {
    /// The document in UTF-8, without white space.
    func write() -> [UInt8] {
        var bytes: [UInt8] = []
        write(into: &bytes)
        return bytes
    }

    private func write(into bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += Array("null".utf8)
        case .boolean(let value): bytes += Array((value ? "true" : "false").utf8)
        case .number(let value): bytes += Array(DecimalText.text(value).utf8)
        case .string(let value): Self.write(value, into: &bytes)
        case .array(let values):
            bytes.append(0x5B)
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(0x2C) }
                value.write(into: &bytes)
            }
            bytes.append(0x5D)
        case .object(let members):
            bytes.append(0x7B)
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(0x2C) }
                Self.write(member.name, into: &bytes)
                bytes.append(0x3A)
                member.value.write(into: &bytes)
            }
            bytes.append(0x7D)
        }
    }

    private static func write(_ text: String, into bytes: inout [UInt8]) {
        let digits = Array("0123456789abcdef".utf8)
        bytes.append(0x22)
        for byte in text.utf8 {
            switch byte {
            case 0x22, 0x5C: bytes += [0x5C, byte]
            case 0..<0x20: bytes += [0x5C, 0x75, 0x30, 0x30, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        bytes.append(0x22)
    }

    /// An object with the members in the given order, without those that have no value.
    static func record(_ members: [(String, JSONValue?)]) -> JSONValue {
        .object(members.compactMap { name, value in value.map { Member(name: name, value: $0) } })
    }

    static func text(_ value: String?) -> JSONValue? { value.map { .string($0) } }
    static func seconds(_ value: Double) -> JSONValue { .number((value * 1000).rounded() / 1000) }
}
