// SPDX-License-Identifier: Apache-2.0

// A DVD's subtitles in two files: the index up to the first zero byte, then the pictures.
// With: Fuzz/StandIns/Input.swift

import WindowboxCodec
import WindowboxMedia

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDiscSubtitles(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    let index = VobSubIndex(input.part())
    for language in index.languages {
        precondition(!language.entries.isEmpty && (0..<32).contains(language.number), "a language that no file can have")
        precondition(language.entries.allSatisfy { $0.time >= 0 && $0.position >= 0 }, "a place before the beginning")
        precondition(zip(language.entries, language.entries.dropFirst()).allSatisfy { $0.time <= $1.time }, "out of order")
    }
    let stream = input.all()
    let file = VobSubFile(index, stream: stream)
    for track in file.tracks {
        let decoder = PictureSubtitleDecoder()
        for number in 0..<min(file.count(of: track), 50) {
            do throws(CodecError) {
                guard let sample = try file.sample(number, of: track) else { continue }
                precondition(sample.size > 4 && sample.size <= min(65_535, stream.count), "a sample of another size than any has")
                for subtitle in try decoder.decode(sample, at: sample.presentation.seconds) {
                    precondition(subtitle.images.allSatisfy { $0.indices.count == $0.size.area }, "an image of another size than it says")
                }
            } catch { precondition(!error.description.isEmpty, "an error says nothing") }
        }
    }
    return 0
}
