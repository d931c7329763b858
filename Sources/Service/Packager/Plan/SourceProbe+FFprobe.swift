// SPDX-License-Identifier: Apache-2.0

import Foundation

extension SourceProbe {
    /// Parses the output of `ffprobe -show_streams -show_format -print_format json`.
    init(ffprobe json: Data) throws {
        let report: Report
        do { report = try JSONDecoder().decode(Report.self, from: json) } catch {
            throw PackagerError.unreadable("ffprobe's output is not a report of a media file")
        }
        self.init()
        for stream in report.streams ?? [] {
            switch stream.codecType {
            case "video" where picture == nil && stream.disposition?["attached_pic"] != 1: picture = Picture(stream)
            case "audio": if let audio = AudioTrack(stream) { audioTracks.append(audio) }
            case "subtitle": texts.append(Text(stream))
            default: break
            }
        }
        let durations = [report.format?.duration] + (report.streams ?? []).map(\.duration)
        duration = durations.compactMap { $0.flatMap(Double.init) }.first { $0.isFinite && $0 > 0 }
    }

    struct Report: Decodable {
        struct Stream: Decodable {
            let index: Int
            let codecType: String?
            let codecName: String?
            let width: Int?
            let height: Int?
            let sampleAspectRatio: String?
            let realFrameRate: String?
            let averageFrameRate: String?
            let colorTransfer: String?
            let fieldOrder: String?
            let channels: Int?
            let duration: String?
            let tags: [String: String]?
            let disposition: [String: Int]?
            let sideData: [SideData]?

            enum CodingKeys: String, CodingKey {
                case index, width, height, channels, duration, tags, disposition
                case codecType = "codec_type", codecName = "codec_name", sampleAspectRatio = "sample_aspect_ratio"
                case realFrameRate = "r_frame_rate", averageFrameRate = "avg_frame_rate", colorTransfer = "color_transfer"
                case fieldOrder = "field_order", sideData = "side_data_list"
            }
        }

        struct SideData: Decodable { let rotation: Double? }
        struct Format: Decodable { let duration: String? }

        let streams: [Stream]?
        let format: Format?
    }
}

extension SourceProbe.Report.Stream {
    /// ISO 639-2's "und" means unknown.
    fileprivate var language: String? {
        guard let language = tags?["language"], !language.isEmpty, language != "und", language.utf8.count <= 35 else { return nil }
        return language.utf8.allSatisfy { $0 == 0x2D || (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) } ? language : nil
    }
    fileprivate var title: String? { tags?["title"].map { String($0.prefix(80)) }.flatMap { $0.isEmpty ? nil : $0 } }
}

extension SourceProbe.Picture {
    fileprivate init?(_ stream: SourceProbe.Report.Stream) {
        guard let width = stream.width, let height = stream.height, width > 0, height > 0 else { return nil }
        self.init(index: stream.index, codec: stream.codecName ?? "", width: width, height: height)
        let real = stream.realFrameRate.flatMap(FrameRate.init(text:))
        let average = stream.averageFrameRate.flatMap(FrameRate.init(text:))
        frameRate = average ?? real
        if let real, let average { isVariable = abs(real.value - average.value) > 0.01 * average.value }
        isInterlaced = ["tt", "bb", "tb", "bt"].contains(stream.fieldOrder ?? "")
        isHDR = ["smpte2084", "arib-std-b67"].contains(stream.colorTransfer ?? "")
        // A display matrix rotates anticlockwise.
        let turned = stream.sideData?.compactMap(\.rotation).first ?? -(stream.tags?["rotate"].flatMap(Double.init) ?? 0)
        if turned.isFinite, abs(turned) <= 360 { rotation = (Int((-turned / 90).rounded()) * 90 % 360 + 360) % 360 }
        let parts = (stream.sampleAspectRatio ?? "").split(separator: ":").compactMap { Double($0) }
        if parts.count == 2, parts[0] > 0, parts[1] > 0 { pixelAspect = min(max(parts[0] / parts[1], 0.1), 10) }
    }
}

extension SourceProbe.AudioTrack {
    fileprivate init?(_ stream: SourceProbe.Report.Stream) {
        guard let channels = stream.channels, channels > 0 else { return nil }
        self.init(index: stream.index, codec: stream.codecName ?? "", channels: channels, language: stream.language)
        title = stream.title
        isDefault = stream.disposition?["default"] == 1
        isDescription = stream.disposition?["visual_impaired"] == 1
    }
}

extension SourceProbe.Text {
    fileprivate init(_ stream: SourceProbe.Report.Stream) {
        self.init(index: stream.index, codec: stream.codecName ?? "", language: stream.language)
        title = stream.title
        isForced = stream.disposition?["forced"] == 1
    }
}
