// SPDX-License-Identifier: Apache-2.0

/// A track run of a movie fragment (ISO/IEC 14496-12, 8.8.8). A value type.
struct FragmentRun {
    /// What a run may state of each sample.
    enum Field: UInt32, CaseIterable {
        case duration = 0x100
        case size = 0x200
        case flags = 0x400
        case composition = 0x800
    }

    /// What a run doesn't state of its samples.
    struct Defaults {
        var duration: UInt32?
        var size: UInt32?
        var flags: UInt32?

        subscript(field: Field) -> UInt32? {
            switch field {
            case .duration: duration
            case .size: size
            case .flags: flags
            case .composition: 0
            }
        }
    }

    private(set) var version: UInt8
    private(set) var count: Int
    /// The offset of its data from the fragment's base.
    var offset: Int32?
    /// The flags of the first sample, if they are not the default.
    private(set) var first: UInt32?
    /// What is stated for each sample, in this order.
    private(set) var fields: [Field]
    private var samples: [ArraySlice<UInt8>]

    static let offsetFlag: UInt32 = 1
    private static let firstFlag: UInt32 = 4

    /// - Parameter body: the content of a `trun` box.
    /// - Returns: nil for an invalid one.
    init?(_ body: ArraySlice<UInt8>, _ known: Defaults) {
        guard body.count >= 8, let version = body.first else { return nil }
        let flags = Self.flags(body)
        self.version = version
        fields = Field.allCases.filter { flags & $0.rawValue != 0 }
        count = Int(Self.number(body, 4))
        var position = 8
        if flags & Self.offsetFlag != 0 {
            guard body.count >= 12 else { return nil }
            offset = Int32(bitPattern: Self.number(body, 8))
            position = 12
        }
        if flags & Self.firstFlag != 0 {
            guard body.count >= position + 4 else { return nil }
            let stated = Self.number(body, position)
            if stated != known.flags, count > 0 { first = stated }
            position += 4
        }
        let rest = body.dropFirst(position)
        guard rest.count / 4 >= count * fields.count else { return nil }
        samples = [rest.prefix(4 * count * fields.count)]
    }

    /// The size of the whole box in bytes.
    var length: Int { 16 + (offset == nil ? 0 : 4) + (first == nil ? 0 : 4) + 4 * count * fields.count }

    /// The size of its data in bytes; nil if a size is not known, or the data can't be in one file.
    func dataSize(_ known: Defaults) -> Int? {
        guard count > 0 else { return 0 }
        guard let index = fields.firstIndex(of: .size) else {
            return known.size.flatMap { size in
                let (product, isBeyond) = Int(size).multipliedReportingOverflow(by: count)
                return isBeyond || product > 1 << 40 ? nil : product
            }
        }
        return samples.reduce(0) { sum, part in
            stride(from: part.startIndex + 4 * index, to: part.endIndex, by: 4 * fields.count).reduce(sum) {
                $0 + Int(Self.number(part, at: $1))
            }
        }
    }

    /// Appends a run whose data follows, if nothing has to be restated for that.
    mutating func append(_ next: FragmentRun) -> Bool {
        guard next.count > 0 else { return true }
        if count == 0 {
            (self, offset) = (next, offset)
            return true
        }
        guard count + next.count <= Int(UInt32.max), next.fields == fields, next.first == nil,
            next.version == version || !fields.contains(.composition)
        else { return false }
        count += next.count
        if !fields.isEmpty { samples += next.samples }
        return true
    }

    /// One run for several, which follow one another.
    /// - Parameter limit: the longest box, in bytes.
    /// - Returns: nil if a value is not known, or there is not enough space.
    static func joined(_ runs: [FragmentRun], _ known: Defaults, limit: Int) -> FragmentRun? {
        guard var whole = runs.first else { return nil }
        let needsFlags = runs.contains { $0.fields.contains(.flags) } || runs.dropFirst().contains { $0.first != nil && $0.count > 0 }
        let fields = Field.allCases.filter { field in
            field == .flags ? needsFlags : runs.contains { $0.fields.contains(field) && $0.count > 0 }
        }
        // Signed offsets can't be told from unsigned ones.
        let versions = Set(runs.filter { $0.fields.contains(.composition) && $0.count > 0 }.map(\.version))
        guard versions.count < 2 else { return nil }
        whole.version = versions.first ?? whole.version
        whole.count = runs.reduce(0) { $0 + $1.count }
        whole.fields = fields
        if needsFlags { whole.first = nil }
        guard whole.length <= limit, whole.count <= Int(UInt32.max) else { return nil }
        var values: [UInt8] = []
        values.reserveCapacity(4 * whole.count * fields.count)
        for run in runs where !fields.isEmpty {
            guard let restated = run.restated(fields, known) else { return nil }
            values += restated
        }
        whole.samples = [values[...]]
        return whole
    }

    /// The values of each sample for other fields; nil if one is not known.
    private func restated(_ wanted: [Field], _ known: Defaults) -> [UInt8]? {
        let stated = samples.count == 1 ? samples[0] : samples.flatMap { $0 }[...]
        if wanted == fields, first == nil { return Array(stated) }
        let places = wanted.map { fields.firstIndex(of: $0) }
        guard count == 0 || zip(wanted, places).allSatisfy({ $1 != nil || known[$0] != nil }) else { return nil }
        var values: [UInt8] = []
        values.reserveCapacity(4 * count * wanted.count)
        for index in 0..<count {
            let row = stated.startIndex + 4 * fields.count * index
            for (field, place) in zip(wanted, places) {
                if index == 0, field == .flags, let first {
                    values += Self.bytes(first)
                } else if let place {
                    values += stated[row + 4 * place..<row + 4 * place + 4]
                } else {
                    values += Self.bytes(known[field] ?? 0)
                }
            }
        }
        return values
    }

    /// Leaves out what is the same as the default for all samples.
    mutating func shorten(_ known: Defaults) {
        for field in fields where field != .flags || first == nil {
            guard let value = known[field], let index = fields.firstIndex(of: field), isAlways(value, index) else { continue }
            var rest: [UInt8] = []
            rest.reserveCapacity(4 * count * (fields.count - 1))
            let (row, cut) = (4 * fields.count, 4 * index)
            for part in samples {
                for start in stride(from: part.startIndex, to: part.endIndex, by: row) {
                    rest += part[start..<start + cut]
                    rest += part[start + cut + 4..<start + row]
                }
            }
            fields.remove(at: index)
            samples = [rest[...]]
        }
    }

    private func isAlways(_ value: UInt32, _ index: Int) -> Bool {
        samples.allSatisfy { part in
            stride(from: part.startIndex + 4 * index, to: part.endIndex, by: 4 * fields.count).allSatisfy {
                Self.number(part, at: $0) == value
            }
        }
    }

    /// Appends the content of the box.
    func write(to body: inout [UInt8]) {
        let stated = fields.reduce(offset == nil ? 0 : Self.offsetFlag) { $0 | $1.rawValue } | (first == nil ? 0 : Self.firstFlag)
        body += Self.bytes(UInt32(version) << 24 | stated)
        body += Self.bytes(UInt32(truncatingIfNeeded: count))
        if let offset { body += Self.bytes(UInt32(bitPattern: offset)) }
        if let first { body += Self.bytes(first) }
        for part in samples { body += part }
    }

    static func flags(_ body: ArraySlice<UInt8>) -> UInt32 { number(body, 0) & 0xFFFFFF }
    static func number(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> UInt32 { number(bytes, at: bytes.startIndex + offset) }

    private static func number(_ bytes: ArraySlice<UInt8>, at index: Int) -> UInt32 {
        UInt32(bytes[index]) << 24 | UInt32(bytes[index + 1]) << 16 | UInt32(bytes[index + 2]) << 8 | UInt32(bytes[index + 3])
    }

    static func bytes(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
}
