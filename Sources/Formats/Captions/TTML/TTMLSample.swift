// SPDX-License-Identifier: Apache-2.0

/// A sample of a TTML track: a document, and after it the images that it refers to (ISO/IEC 14496-30, 5; the image profile of IMSC).
///
/// The sizes of the sub-samples are in a box of the file that demuxers do not expose. The ends of the images follow from their data,
/// because PNG is the only format of the profile.
struct TTMLSample {
    /// The document alone.
    let document: ArraySlice<UInt8>
    private let images: [ArraySlice<UInt8>]

    private static let mark: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// How documents refer to sub-samples, counted from 1 after the document itself.
    private static let prefix = "urn:mpeg:14496-30:subs:"
    private static let maxImages = 256

    init(_ bytes: [UInt8]) {
        var images: [ArraySlice<UInt8>] = []
        // XML can't contain these bytes.
        var start = bytes.indices.first { bytes[$0] == Self.mark[0] && bytes[$0...].starts(with: Self.mark) }
        document = bytes[..<(start ?? bytes.endIndex)]
        while let begin = start, images.count < Self.maxImages, let end = Self.end(of: bytes[begin...]) {
            images.append(bytes[begin..<end])
            start = bytes[end...].starts(with: Self.mark) ? end : nil
        }
        self.images = images
    }

    /// The index after a PNG file's last chunk; nil if it is cut.
    private static func end(of bytes: ArraySlice<UInt8>) -> Int? {
        var index = bytes.startIndex + mark.count
        while index + 12 <= bytes.endIndex {
            let size = bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
            let isLast = bytes[(index + 4)..<(index + 8)].elementsEqual("IEND".utf8)
            index += 12 + size
            if isLast { return index <= bytes.endIndex ? index : nil }
        }
        return nil
    }

    /// Puts the images of the sample into a cue that refers to them.
    func completing(_ cue: Cue) -> Cue {
        guard let address = cue.image?.address, address.hasPrefix(Self.prefix), let number = Int(address.dropFirst(Self.prefix.count)),
            number > 0, number <= images.count
        else { return cue }
        var cue = cue
        cue.image?.address = ""
        cue.image?.bytes = Array(images[number - 1])
        cue.style.removeAll { $0.property == "background-image" }
        return cue
    }
}
