// SPDX-License-Identifier: Apache-2.0

// What the web player's module has in place of the standard library's texts, dictionaries, sets and sorting must do the same.
// The first byte selects one.
// With: Fuzz/StandIns/Input.swift Web/Shared/Collections.swift Web/Shared/String.swift

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWebModule(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    switch input.below(5) {
    case 0: checkText(input.all())
    case 1: checkUTF16(input.all())
    case 2: checkNumber(input.all())
    case 3: checkCollections(&input)
    default: checkSorting(input.all())
    }
    return 0
}

private func checkText(_ bytes: [UInt8]) {
    precondition(
        String(decoding: bytes, as: UTF8.self).utf8 == Array(Swift.String(decoding: bytes, as: UTF8.self).utf8),
        "invalid UTF-8 is repaired in another way")
}

private func checkUTF16(_ bytes: [UInt8]) {
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    precondition(
        String(decoding: units[...], as: UTF16.self).utf8 == Array(Swift.String(decoding: units, as: UTF16.self).utf8),
        "UTF-16 is another text")
}

private func checkNumber(_ bytes: [UInt8]) {
    let (own, usual) = (String(decoding: bytes, as: UTF8.self), Swift.String(decoding: bytes, as: UTF8.self))
    let (number, expected) = (Int64(own), Int64(usual))
    precondition(number == expected, "a text is another number")
    if let number { precondition(String(number).utf8 == Array(Swift.String(number).utf8), "a number is another text") }
    let short: Int16? = Int16(own)
    precondition(short == Int16(usual), "a text is another short number")
}

private func checkCollections(_ input: inout Input) {
    var (map, dictionary) = (Map<Int, Int>(), [Int: Int]())
    var (set, usual) = (Set<Int>(), Swift.Set<Int>())
    while !input.rest.isEmpty {
        let (action, key) = (input.below(4), input.below(40))
        switch action {
        case 0, 1:
            let value = input.below(256)
            map[key] = value
            dictionary[key] = value
            precondition(set.insert(key).inserted == usual.insert(key).inserted, "a set inserts in another way")
        case 2:
            precondition(map.removeValue(forKey: key) == dictionary.removeValue(forKey: key), "another value was removed")
            precondition(set.remove(key) == usual.remove(key), "another element was removed")
        default:
            map[key, default: 1] += 1
            dictionary[key, default: 1] += 1
        }
        precondition(map.count == dictionary.count && set.count == usual.count, "the counts differ")
        precondition(map[key] == dictionary[key] && set.contains(key) == usual.contains(key), "the content differs")
    }
    for (key, value) in map { precondition(dictionary[key] == value, "a value differs") }
    for element in set { precondition(usual.contains(element), "an element differs") }
}

private func checkSorting(_ bytes: [UInt8]) {
    let entries = Array(bytes.enumerated())
    let sorted = entries.sorted { $0.element < $1.element }
    precondition(sorted.count == entries.count, "elements are lost")
    for (before, after) in zip(sorted, sorted.dropFirst()) {
        precondition((before.element, before.offset) < (after.element, after.offset), "the order is wrong, or not stable")
    }
}
