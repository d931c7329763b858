// SPDX-License-Identifier: Apache-2.0

import WindowboxPackager

/// Settings for the renditions of videos. `windowbox ingest --work` has options of the same meaning.
enum EncodingKeys {
    static let all: [ConfigurationKey] = [
        ConfigurationKey(
            name: "video-codecs",
            summary: "The codecs of video renditions. Players choose by what they decode; H.264 is always there. HEVC and AV1 need less "
                + "bandwidth, and several times the processor time.",
            form: "h264, hevc or av1, or several with commas", standard: "h264"
        ) { configuration, value in
            let codecs = value.split(separator: ",", omittingEmptySubsequences: false).map { VideoCodec(rawValue: $0.filter { $0 != " " }) }
            configuration.packager.codecs = Set(codecs.compactMap(\.self))
            return !codecs.isEmpty && !codecs.contains(nil)
        },
        ConfigurationKey(
            name: "video-sizes", summary: "The short sides of video renditions in pixels; none is larger than the source.",
            form: "numbers from 16 to 4320 separated by commas, such as 360, 720, 1080, 1440, 2160", standard: "240, 360, 540, 720, 1080"
        ) { configuration, value in
            let sides = value.split(separator: ",", omittingEmptySubsequences: false).map { Int($0.filter { $0 != " " }) }
            configuration.packager.shortSides = Set(sides.compactMap(\.self)).sorted()
            return !sides.isEmpty && sides.allSatisfy { side in side.map { (16...4320).contains($0) } ?? false }
        },
        ConfigurationKey(
            name: "surround", summary: "Whether sound in 5.1 is kept beside stereo, for players that decode Dolby Digital Plus.",
            form: "yes or no", standard: "no"
        ) { configuration, value in
            configuration.packager.keepsSurround = value == "yes"
            return value == "yes" || value == "no"
        },
        ConfigurationKey(
            name: "target-ssim",
            summary:
                "The structural similarity to the source for which each video's bit rates are chosen: samples of it are encoded before "
                + "it is. 0.98 is hard to tell from the source.",
            form: "off, or a number from 0.8 to 0.999", standard: "off (the same quality factor for all)"
        ) { configuration, value in
            configuration.packager.targetSSIM = Double(value)
            return value == "off" || configuration.packager.targetSSIM.map { (0.8...0.999).contains($0) } ?? false
        },
        ConfigurationKey(
            name: "transcription",
            summary:
                "What makes captions of speech for videos without captions. auto is PocketSphinx for English, if the Debian packages "
                + "pocketsphinx and pocketsphinx-en-us are installed; it makes many mistakes. A command gets two more words, the path of a "
                + "WAV file (16 kHz, mono) and its language, and writes WebVTT or SubRip to standard output.",
            form: "auto, off, or a command with its arguments", standard: "auto"
        ) { configuration, value in
            guard let recognition = SpeechRecognition(value) else { return false }
            configuration.packager.speechRecognition = recognition
            return true
        },
        ConfigurationKey(
            name: "spoken-language", summary: "The language of speech in files that don't name it.",
            form: "a language code such as en or pt-BR",
            standard: "en"
        ) { configuration, value in
            configuration.packager.spokenLanguage = value
            return SentCaptions.isLanguage(value)
        },
    ]
}
