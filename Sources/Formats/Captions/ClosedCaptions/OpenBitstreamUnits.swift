// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// The OBUs of a coded AV1 frame (AV1 5.3 to 5.8).
enum OpenBitstreamUnits {
    /// Calls `body` with the data after the provider code of each ITU-T T.35 metadata OBU registered by ATSC.
    static func forEachRegisteredMessage(_ bytes: ByteText, _ body: (ByteText) -> Void) {
        var index = 0
        while index < bytes.count {
            let header = bytes[index]
            index += header & 0x04 == 0 ? 1 : 2
            // The last OBU may omit its size and extend to the end.
            var size = bytes.count - index
            if header & 0x02 != 0 {
                guard let given = number(bytes, &index), given <= bytes.count - index else { return }
                size = given
            }
            guard size >= 0 else { return }
            var payload = bytes.slice(index, index + size)
            index += size
            guard header >> 3 & 0x0F == 5 else { continue }
            var start = 0
            guard number(payload, &start) == 4 else { continue }
            payload = payload.slice(from: start)
            if let data = SupplementalInformation.registeredByATSC(payload) { body(data) }
        }
    }

    /// Reads a LEB128 number, seven bits a byte, lowest first (AV1 4.10.5); nil if truncated or larger than an OBU can be.
    private static func number(_ bytes: ByteText, _ index: inout Int) -> Int? {
        var value = 0
        for group in 0..<8 {
            guard index < bytes.count else { return nil }
            let byte = bytes[index]
            index += 1
            value |= Int(byte & 0x7F) << (group * 7)
            if byte & 0x80 == 0 { return value <= Int(UInt32.max) ? value : nil }
        }
        return nil
    }
}
