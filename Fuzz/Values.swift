// SPDX-License-Identifier: Apache-2.0

// Small values and their text forms: times, decimals, dates, codec strings, language tags, addresses. The first byte selects one.
// With: Fuzz/StandIns/Input.swift

import Glibc
import WindowboxHLS
import WindowboxMedia

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzValues(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    switch input.below(9) {
    case 0: checkCodec(input.text())
    case 1: checkLanguage(&input)
    case 2: checkMediaTime(&input)
    case 3: checkInstant(&input)
    case 4: checkDate(input.text())
    case 5: checkDecimal(input.text())
    case 6: checkAddress(&input)
    case 7: checkRange(&input)
    default: checkEscapes(&input)
    }
    return 0
}

private func checkCodec(_ text: String) {
    let codec = Codec(text)
    precondition(Codec(codec.text) == codec, "the text of a codec is another codec")
    if let level = codec.level { precondition(level.isFinite && level >= 0, "no level") }
    if let profile = codec.profile { precondition(profile >= 0, "no profile") }
    let rest = codec.text.utf8.dropFirst(5)
    if codec.family == .h264, rest.count == 6, codec.text.utf8.dropFirst(4).first == UInt8(ascii: "."), !rest.contains(UInt8(ascii: ".")) {
        let bytes = UInt32(String(Substring(rest)), radix: 16)
        // Swift accepts a sign; a codec string has none.
        if !rest.contains(UInt8(ascii: "+")), !rest.contains(UInt8(ascii: "-")) {
            precondition((bytes != nil) == (codec.level != nil), "wrong digits")
        }
        if let bytes { precondition(codec.profile == Int(bytes >> 16), "another profile than the bytes") }
    }
    for entry in Codec.list(text) {
        precondition(!entry.text.isEmpty && !entry.text.utf8.contains(UInt8(ascii: ",")), "a list was split wrongly")
    }
}

private func checkEscapes(_ input: inout Input) {
    let bytes = input.all()
    let text = String(decoding: bytes, as: UTF8.self)
    precondition(PercentEncoding.bytes(validating: PercentEncoding.encoded(text).utf8) == Array(text.utf8), "an escape is not undone")
    let plain = PercentEncoding.bytes(decoding: bytes)
    precondition(plain.count <= bytes.count, "decoding adds bytes")
    if let valid = PercentEncoding.bytes(validating: bytes) { precondition(valid == plain, "valid text is decoded in two ways") }
}

private func checkLanguage(_ input: inout Input) {
    let first = input.textPart()
    let range = input.textPart()
    guard let tag = LanguageTag(first) else { return }
    precondition(LanguageTag(tag.description) == tag, "a canonical tag changes")
    precondition(tag.isIn(range: "*"), "a tag is not in the range of all")
    precondition(tag.isIn(range: tag.description), "a tag is not in its own range")
    precondition(LanguageTag.best(for: [tag], among: [tag]) == 0, "a tag does not suit itself")
    _ = tag.isIn(range: range)
    if let other = LanguageTag(range), let best = LanguageTag.best(for: [tag], among: [other]) {
        precondition(best == 0 && other.language == tag.language, "another language was chosen")
    }
}

private func time(_ input: inout Input) -> MediaTime {
    // Arithmetic errors are likely near the ends of the range and for small numbers.
    let number = Int64(bitPattern: input.number())
    let value = [number, number >> 32, number >> 56, number < 0 ? .min : .max][input.below(4)]
    let scales: [Int32] = [1, 90_000, 48_000, 44_100, 1_000_000, .max]
    let choice = input.below(scales.count + 1)
    return MediaTime(value: value, timescale: choice < scales.count ? scales[choice] : max(Int32(truncatingIfNeeded: number >> 16), 1))
}

private func checkMediaTime(_ input: inout Input) {
    let (a, b, c) = (time(&input), time(&input), time(&input))
    precondition((a < b ? 1 : 0) + (b < a ? 1 : 0) + (a == b ? 1 : 0) == 1, "times have no order")
    if a == b { precondition(a.hashValue == b.hashValue, "equal times with unlike hashes") }
    if a < b, b < c { precondition(a < c, "the order has a circle") }
    precondition(a + b == b + a, "a sum depends on its order")
    precondition(a + .zero == a && a - .zero == a && a - a == .zero, "nothing is something")
    let ticks = a.converted(to: b.timescale)
    if ticks.value != .min, ticks.value != .max {
        let tick = max(1 / Double(b.timescale), a.seconds.magnitude * 1e-15)
        precondition((ticks.seconds - a.seconds).magnitude <= tick * 0.6, "a conversion is off by more than half a tick")
    }
    let seconds = MediaTime(seconds: Double(bitPattern: input.number()), timescale: b.timescale)
    precondition(seconds.timescale == b.timescale, "another timescale")
}

private func checkInstant(_ input: inout Input) {
    let (a, b) = (Double(bitPattern: input.number()), Double(bitPattern: input.number()))
    let (first, second) = (Instant(seconds: a), Instant(seconds: b))
    if a < b { precondition(first <= second, "moments are out of order") }
    let distance = second - first
    precondition(distance.isFinite && (distance >= 0) == (second >= first), "a distance points the wrong way")
    let later = first + b
    if b > 0 { precondition(later >= first, "later is earlier") }
    if b < 0 { precondition(later <= first, "earlier is later") }
    if a.magnitude < 1e6 { precondition((first.seconds - a).magnitude < 1e-8, "a moment has moved") }
}

private func checkDate(_ text: String) {
    guard let seconds = DateTimeText.parse(text) else { return }
    precondition(seconds.isFinite, "a date is no number")
    let limited = min(max(seconds, -62_167_219_200), 253_402_300_799)
    guard let again = DateTimeText.parse(DateTimeText.text(seconds)) else { preconditionFailure("a written date cannot be read") }
    precondition((again - limited).magnitude < 1e-6 * max(1, limited.magnitude * 1e-9), "writing moved a date")
}

private func checkDecimal(_ text: String) {
    guard let value = DecimalText.parse(text) else { return }
    precondition(value.isFinite, "a decimal is no number")
    if text.utf8.count < 18, let other = Double(text) { precondition(value == other, "another number than the C library reads") }
    guard value.magnitude > 1e-300, value.magnitude < 1e300 else { return }
    precondition(DecimalText.parse(DecimalText.text(value)) == value, "writing and reading gave another number")
}

private func checkAddress(_ input: inout Input) {
    let (base, reference) = (input.textPart(), input.textPart())
    precondition(URIComponents(base).text == base, "an address put together again is another")
    // The URL of a loaded playlist has no dot segments.
    let place = URIResolver.resolve(base, against: "http://host/a/b/")
    guard URIComponents(place).scheme == "http" else { return }
    let resolved = URIResolver.resolve(reference, against: place)
    precondition(URIComponents(resolved).scheme != nil, "no absolute address")
    precondition(URIResolver.resolve(resolved, against: "http://other/") == resolved, "a resolved address resolves to another")
    precondition(resolved.utf8.count <= base.utf8.count + reference.utf8.count + 32, "an address grows")
    let directives = DeliveryDirectives(mediaSequence: input.number(), part: input.below(100), skip: .segments)
    let asked = directives.added(to: resolved)
    precondition(directives.added(to: asked) == asked, "directives pile up")
    precondition(!DeliveryDirectives.removed(from: asked).contains("_HLS_msn=\(directives.mediaSequence ?? 0)&"), "a directive stays")
}

private func checkRange(_ input: inout Input) {
    func number(_ input: inout Input) -> Double {
        let value = Double(bitPattern: input.number())
        return value.isNaN ? 0 : value
    }
    let a = TimeRange(start: number(&input), end: number(&input))
    let b = TimeRange(start: number(&input), end: number(&input))
    precondition(a.start <= a.end, "a range ends before it starts")
    if let both = a.intersection(b) {
        precondition(both.start >= a.start && both.start >= b.start && both.end <= a.end && both.end <= b.end, "no intersection")
    }
    precondition(a.overlaps(b) == b.overlaps(a), "overlapping has a direction")
    let time = a.clamp(b.start)
    precondition(time >= a.start && time <= a.end, "a clamped time lies outside")
}
