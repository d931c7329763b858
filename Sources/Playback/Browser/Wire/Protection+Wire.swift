// SPDX-License-Identifier: Apache-2.0

extension WireReader {
    mutating func protection() -> ProtectionEvent? {
        guard let code = byte() else { return nil }
        switch code {
        case 0: return .opened
        case 1: return .refused(.missing)
        case 2: return .refused(.insecure)
        case 3: return text().map { .refused(.refused($0)) }
        case 4: return .lacksKey
        default: break
        }
        guard let number = integer() else { return nil }
        switch code {
        case 5: return data().map { .request(number, $0) }
        case 6: return statuses(number)
        case 7: return text().map { .failed(number, reason: $0) }
        case 8: return keys(number)
        default: return nil
        }
    }

    private mutating func statuses(_ number: Int) -> ProtectionEvent? {
        guard let isUpdated = flag(), let count = count() else { return nil }
        var statuses: [KeyStatus] = []
        for _ in 0..<count {
            guard let id = data(), let status = text() else { return nil }
            statuses.append(KeyStatus(id: id, status: status))
        }
        return .statuses(number, statuses, isUpdated: isUpdated)
    }

    private mutating func keys(_ number: Int) -> ProtectionEvent? {
        guard let count = count() else { return nil }
        var keys: [GivenKey] = []
        for _ in 0..<count {
            guard let id = text(), let key = text() else { return nil }
            keys.append(GivenKey(id: id, key: key))
        }
        return .keys(number, keys)
    }
}

extension WireWriter {
    mutating func put(_ action: ProtectionAction) {
        switch action {
        case .open(let system, let scheme, let video, let audio):
            put(UInt8(0))
            put(system)
            put(scheme)
            put(video)
            put(audio)
        case .session(let number, let dataType, let data):
            put(UInt8(1))
            put(number)
            put(dataType)
            put(data)
        case .update(let number, let license):
            put(UInt8(2))
            put(number)
            put(license)
        case .end(let number):
            put(UInt8(3))
            put(number)
        case .ask(let number, let ids, let format, let url):
            put(UInt8(4))
            put(number)
            put(ids)
            put(format)
            put(url)
        }
    }
}
