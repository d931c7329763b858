// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The characters of a short text.
    var unicodeScalars: [Unicode.Scalar] {
        get {
            var scalars: [Unicode.Scalar] = []
            var place = 0
            while place < utf8.count {
                let lead = utf8[place]
                let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
                var code = UInt32(lead) & (length == 1 ? 0x7F : 0xFF >> UInt32(length + 1))
                for next in 1..<max(length, 1) where place + next < utf8.count { code = code << 6 | UInt32(utf8[place + next] & 0x3F) }
                if let scalar = Unicode.Scalar(code) { scalars.append(scalar) }
                place += length
            }
            return scalars
        }
        set {
            self = String()
            for scalar in newValue { self += String(scalar) }
        }
    }
}

extension String {
    func hasPrefix(_ prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }
}
