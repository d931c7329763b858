// SPDX-License-Identifier: Apache-2.0

// Header fields and addresses of servers and clients: data URLs, ranges, dates, cookies, cache rules, redirects, CMCD, paths,
// heads of responses.
// The first byte selects one.
// With: Fuzz/StandIns/Input.swift Sources/Playback/Transport/Exchange/TransportError.swift
// With: Sources/Playback/Transport/Exchange/HTTPDate.swift Sources/Playback/Transport/Exchange/TransportHeaders.swift
// With: Sources/Playback/Transport/HTTP/ClientDataFields.swift Sources/Playback/Transport/HTTP/ContentRange.swift
// With: Sources/Playback/Transport/HTTP/CookieStore.swift Sources/Playback/Transport/HTTP/HTTPAddress.swift
// With: Sources/Playback/Transport/HTTP/HTTPHead.swift
// With: Sources/Playback/Transport/HTTP/RedirectChain.swift Sources/Playback/Transport/HTTP/TransportError+Status.swift
// With: Sources/Playback/Transport/Local/DataURL.swift Sources/Playback/Transport/Routing/AddressScheme.swift
// With: Sources/Service/Origin/ByteRangeHeader.swift Sources/Service/Origin/HTTPDateText.swift
// With: Sources/Service/Origin/MediaContentType.swift

import Glibc
import WindowboxStreaming

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHeaders(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    switch input.below(9) {
    case 0: checkData(input.text())
    case 1: checkRange(&input)
    case 2: checkDate(&input)
    case 3: checkCookies(&input)
    case 4: checkContentRange(input.text())
    case 5: checkRedirect(&input)
    case 6: checkClientData(&input)
    case 8: checkHead(&input)
    default: checkStatus(&input)
    }
    return 0
}

private func checkData(_ text: String) {
    guard let url = try? DataURL("data:" + text) else { return }
    precondition(url.bytes.count <= text.utf8.count, "a data URL grows")
    precondition(addressScheme("data:" + text) == "data", "no data URL")
    let scheme = addressScheme(text)
    precondition(scheme.map { text.lowercased().hasPrefix($0 + ":") } ?? true, "a scheme that is not there")
    _ = MediaContentType.name(ofPath: text)
}

private func checkRange(_ input: inout Input) {
    let length = [0, 1, 1000, Int.max][input.below(4)]
    guard let header = ByteRangeHeader(input.text()) else { return }
    switch header.answer(length: length) {
    case .whole: precondition(header.parts.count != 1, "one range was ignored")
    case .part(let range):
        precondition(!range.isEmpty && range.lowerBound >= 0 && range.upperBound <= length, "a part lies outside of the file")
    case .unsatisfiable: break
    }
}

private func checkDate(_ input: inout Input) {
    // Seconds from 1600 to 9999.
    let seconds = Int(input.number() % 265_000_000_000) - 11_600_000_000
    guard let read = HTTPDate(httpDate(seconds: seconds)) else { preconditionFailure("a written date cannot be read") }
    precondition(read.secondsSince1970 == Double(seconds), "writing and reading moved a date")
    if let date = HTTPDate(input.text()) {
        precondition(HTTPDate(httpDate(seconds: Int(date.secondsSince1970))) == date, "reading and writing moved a date")
    }
}

private func checkCookies(_ input: inout Input) {
    var store = CookieStore()
    for _ in 0..<input.below(6) {
        store.take(input.textPart(), host: "a.example.com", path: "/films/1/list.m3u8", isSecure: input.below(2) == 0, at: 1000)
    }
    precondition(store.cookies.count <= CookieStore.maximumCount, "too many cookies")
    for cookie in store.cookies {
        precondition(!cookie.name.isEmpty && cookie.path.hasPrefix("/"), "no cookie")
        precondition("a.example.com".hasSuffix(cookie.domain), "a cookie of a stranger")
        if let expires = cookie.expires { precondition(expires > 1000, "a cookie that has expired, or never will") }
    }
    let plain = store.header(host: "a.example.com", path: "/films/1/2.ts", isSecure: false, at: 1001) ?? ""
    for cookie in store.cookies where cookie.isSecure && !cookie.value.isEmpty && cookie.name.utf8.count > 3 {
        let shares = store.cookies.contains { !$0.isSecure && plain.contains($0.value) }
        precondition(shares || !plain.contains("\(cookie.name)=\(cookie.value)"), "a secure cookie in the clear")
    }
    precondition(store.header(host: "example.org", path: "/", isSecure: true, at: 1001) == nil, "a cookie for a stranger")
}

private func checkContentRange(_ text: String) {
    guard let range = ContentRange(text) else { return }
    precondition(range.span.offset >= 0 && range.span.length > 0 && range.span.end > range.span.offset, "no span")
}

private func checkRedirect(_ input: inout Input) {
    var trail = RedirectChain("https://host/a/b?c", maximum: 4)
    for step in 0..<8 {
        let before = trail.url
        do throws(TransportError) { try trail.follow(input.textPart()) } catch {
            precondition(trail.url == before, "a refused redirect was followed")
            precondition(error.cause == .redirect || error.cause == .address, "another cause")
            return
        }
        precondition(step < 4, "too many redirects were followed")
        precondition(trail.url.lowercased().hasPrefix("https://"), "a redirect led out of TLS")
    }
}

private func checkClientData(_ input: inout Input) {
    var pairs: [String] = []
    for _ in 0..<input.below(6) { pairs.append(input.textPart()) }
    let data = ClientDataFields(pairs: pairs)
    precondition(data.query.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "&") }, "a query that is none")
    let fields = data.headers.fields
    precondition(fields.count <= 4 && fields.allSatisfy { $0.name.hasPrefix("CMCD-") }, "another field")
    let total = fields.reduce(0) { $0 + $1.value.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).count }
    precondition(total >= pairs.count, "a fact was lost")
}

private func checkStatus(_ input: inout Input) {
    let headers: TransportHeaders = ["Retry-After": input.textPart(), "date": input.textPart()]
    let error = TransportError.status(503, reason: input.textPart(), url: "http://host/", headers: headers)
    if let delay = error.retryAfter { precondition(delay >= 0 && delay.isFinite, "no delay") }
    precondition(headers["DATE"] == headers["date"], "names have a case")
}

private func checkHead(_ input: inout Input) {
    var parser = HTTPHeadParser()
    var total = 0
    while !input.rest.isEmpty {
        let line = input.part()
        total += line.count
        switch line.withUnsafeBytes({ parser.take($0) }) {
        case .more: precondition(total <= HTTPHeadParser.maximumBytes, "a header without bounds")
        case .malformed: return
        case .head(let head):
            precondition((100..<1000).contains(head.status), "no status")
            precondition(head.status == 101 || head.status >= 200, "an interim response")
            precondition(head.contentLength ?? 0 >= 0, "a negative length")
            precondition(head.headers.fields.allSatisfy { !$0.name.isEmpty && !$0.value.contains("\n") }, "no field")
            return
        }
    }
}
