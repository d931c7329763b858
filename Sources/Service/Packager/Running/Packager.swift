// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization
import WindowboxHLS
import WindowboxMedia

/// Packages a file as a stream: CMAF renditions with playlists, captions, poster, sprites and preview.
public struct Packager: Sendable {
    /// Captions given separately, in any format that `windowbox captions` reads.
    public struct Captions: Sendable {
        public var bytes: [UInt8]
        /// BCP 47.
        public var language: String
        /// The name shown to viewers; nil for the language's name.
        public var label: String?
        public var isDefault: Bool

        public init(bytes: [UInt8], language: String, label: String? = nil, isDefault: Bool = false) {
            self.bytes = bytes
            self.language = language
            self.label = label
            self.isDefault = isDefault
        }
    }

    public let settings: PackagerSettings

    public init(settings: PackagerSettings = PackagerSettings()) { self.settings = settings }

    /// Packages one file.
    /// - Parameters:
    ///   - source: the file's path.
    ///   - folder: an existing empty folder; its content is useless after a failure.
    ///   - onProgress: called with 0...1, in order, on any thread.
    /// - Throws: ``PackagerError``, `CancellationError`.
    public func package(
        _ source: String, captions: [Captions] = [], into folder: URL, onProgress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws -> PackagedMedia {
        let source = URL(fileURLWithPath: source).path
        let probe = try await SourceProbe.read(source, settings: settings)
        var plan = try PackagingPlan(probe, settings: settings)
        if let target = settings.targetSSIM, !plan.rungs.isEmpty {
            plan.qualities = try await QualityProbe(plan: plan, source: source, folder: folder).run(target: target)
        }
        try await encode(source, plan, folder, onProgress)
        var output = PackageOutput(plan: plan, folder: folder)
        try output.writeMedia()
        try output.writeTexts(captions)
        try await transcribe(source, plan, &output)
        if let still = output.stillSource { try await makeStills(still, plan, folder, duration: output.media.duration) }
        try output.writeStills(previewDuration: settings.previewDuration)
        try output.writeMultivariant()
        onProgress(1)
        return output.media
    }

    /// Takes most of the time; the last twentieth of the progress is for what follows.
    private func encode(
        _ source: String, _ plan: PackagingPlan, _ folder: URL, _ onProgress: @escaping @Sendable (Double) -> Void
    ) async throws {
        let state = Mutex(FFmpegProgress())
        try await MediaProgram("ffmpeg", settings: settings, duration: plan.duration, reads: [source], writes: [folder.path])
            .run(plan.arguments(source: source, folder: folder.path)) { line in
                let seconds: Double? = state.withLock { $0.read(line) ? $0.seconds : nil }
                guard let seconds else { return }
                // If the duration is unknown, progress only shows that it continues.
                let done = if let duration = plan.duration, duration > 0 { min(seconds / duration, 1) } else { seconds / (seconds + 600) }
                onProgress(done * 0.95)
            }
    }

    /// Adds captions of what is said to a package without captions. A video is worth publishing without them, so a failure is only reported.
    private func transcribe(_ source: String, _ plan: PackagingPlan, _ output: inout PackageOutput) async throws {
        guard output.media.texts.isEmpty, let audio = plan.audioTracks.first(where: \.isDefault) else { return }
        let language = audio.language ?? settings.spokenLanguage
        guard settings.speechRecognition.recognises(language) else { return }
        do {
            let recognizer = SpeechRecognizer(settings: settings, duration: plan.duration)
            guard let bytes = try await recognizer.captions(source, track: audio.index, language: language, folder: output.folder) else {
                return
            }
            try output.writeTranscript(bytes, language: language)
        } catch let error as PackagerError { output.reportWarning("There are no captions of what is said: \(error)") }
    }

    /// Makes the poster and the animated preview from the packaged video, which is known to be valid.
    private func makeStills(_ still: String, _ plan: PackagingPlan, _ folder: URL, duration: Double) async throws {
        guard let rung = plan.rungs.last else { return }
        let scale = min(1, 320 / Double(max(rung.width, rung.height)))
        let (width, height) = (Int(Double(rung.width) * scale / 2) * 2, Int(Double(rung.height) * scale / 2) * 2)
        let small = PackageOutput.smallPosterSize(rung)
        let start = duration > 12 ? 1.0 : 0
        var arguments = ["-hide_banner", "-nostdin", "-nostats", "-loglevel", "error", "-y"]
        arguments += ["-protocol_whitelist", "file", "-ss", PackagingPlan.decimal(start), "-t", "4", "-i", FFmpegInput.address(still)]
        var graph =
            "[0:v]thumbnail=\(max(2, min(60, plan.keyFrames))),split[poster][large];[large]scale=\(small.width):\(small.height)[small]"
        var outputs: [String] = []
        for (name, label, quality) in [(PackageOutput.poster, "poster", "3"), (PackageOutput.smallPoster, "small", "4")] {
            outputs += ["-map", "[\(label)]", "-frames:v", "1", "-q:v", quality, "-f", "image2", "-update", "1"]
            outputs.append(FFmpegInput.address(folder.appending(path: name).path))
        }
        if settings.previewDuration > 0 {
            graph +=
                ";[0:v]fps=10,scale=\(max(2, width)):\(max(2, height)):flags=lanczos,split[a][b];[a]palettegen=max_colors=96[p];"
                + "[b][p]paletteuse=dither=bayer:bayer_scale=4[gif]"
            outputs += ["-map", "[gif]", "-t", PackagingPlan.decimal(settings.previewDuration), "-loop", "0"]
            outputs += ["-f", "gif", FFmpegInput.address(folder.appending(path: PackageOutput.preview).path)]
        }
        try await MediaProgram("ffmpeg", settings: settings, writes: [folder.path]).run(arguments + ["-filter_complex", graph] + outputs)
    }
}
