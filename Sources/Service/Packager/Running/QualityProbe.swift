// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Finds a title's rate factors: encodes samples of it, and compares them with the source.
struct QualityProbe {
    let plan: PackagingPlan
    /// The path of the source.
    let source: String
    /// For temporary files, which are removed.
    let folder: URL

    /// - Returns: the rate factor of each codec for the target similarity, measured in the middle of the ladder.
    func run(target: Double) async throws -> [VideoCodec: Int] {
        let workFolder = folder.appending(path: "probe-\(UUID().uuidString)")
        do { try FileManager.default.createDirectory(at: workFolder, withIntermediateDirectories: false) } catch {
            throw PackagerError.output("\(workFolder.path) can't be created")
        }
        defer { try? FileManager.default.removeItem(at: workFolder) }
        var found: [VideoCodec: Int] = [:]
        var reference: (rung: LadderRung, path: String)?
        for codec in VideoCodec.allCases {
            let rungs = plan.rungs.filter { $0.codec == codec }
            guard !rungs.isEmpty else { continue }
            let rung = rungs[rungs.count / 2]
            let original: String
            if let reference, reference.rung.width == rung.width, reference.rung.height == rung.height {
                original = reference.path
            } else {
                original = try await makeReference(rung, in: workFolder)
                reference = (rung, original)
            }
            var search = QualitySearch(codec.qualities, target: target)
            while let quality = search.next {
                try Task.checkCancellation()
                search.handle(try await similarity(of: rung, quality, to: original, in: workFolder))
            }
            found[codec] = search.result
        }
        return found
    }

    private static let quiet = ["-hide_banner", "-nostdin", "-nostats", "-y"]

    /// Samples in a rung's size, without loss.
    private func makeReference(_ rung: LadderRung, in workFolder: URL) async throws -> String {
        let path = workFolder.appending(path: "\(rung.width)x\(rung.height).mkv").path
        let starts = QualitySamples(duration: plan.duration).starts
        var arguments = Self.quiet + ["-loglevel", "error"]
        var chains: [String] = []
        for (number, start) in starts.enumerated() {
            arguments += FFmpegInput.options(plan.settings) + ["-max_pixels", String(plan.settings.maxPixels)]
            arguments += ["-ss", PackagingPlan.decimal(start), "-t", PackagingPlan.decimal(QualitySamples.length)]
            arguments += ["-i", FFmpegInput.address(source)]
            let filters = plan.preparation + [PackagingPlan.scale(rung)]
            chains.append("[\(number):\(plan.pictureIndex ?? 0)]\(filters.joined(separator: ","))[s\(number)]")
        }
        chains.append("\(starts.indices.map { "[s\($0)]" }.joined())concat=n=\(starts.count):v=1:a=0[v]")
        arguments += [
            "-filter_complex", chains.joined(separator: ";"), "-map", "[v]", "-c:v", "libx264", "-preset", "ultrafast", "-qp", "0",
        ]
        arguments += ["-f", "matroska", FFmpegInput.address(path)]
        try await program(reads: [source], in: workFolder).run(arguments)
        return path
    }

    private func similarity(of rung: LadderRung, _ quality: Int, to original: String, in workFolder: URL) async throws -> Double {
        let path = workFolder.appending(path: "sample.mp4").path
        let input = ["-protocol_whitelist", "file"]
        try await program(in: workFolder).run(
            Self.quiet + ["-loglevel", "error"] + input + ["-i", FFmpegInput.address(original)] + plan.coding(rung, quality: quality)
                + ["-f", "mp4", FFmpegInput.address(path)])
        let measured = Mutex<Double?>(nil)
        // Frames are compared by number, since containers round their times differently.
        let graph = "[0:v]settb=AVTB,setpts=N[a];[1:v]settb=AVTB,setpts=N[b];[a][b]ssim"
        try await program(in: workFolder).run(
            Self.quiet + ["-loglevel", "info"] + input + ["-i", FFmpegInput.address(path)] + input + ["-i", FFmpegInput.address(original)]
                + ["-filter_complex", graph, "-f", "null", "-"],
            onErrorLine: { line in
                if let quality = SSIMLine.quality(in: line) { measured.withLock { $0 = quality } }
            })
        guard let value = measured.withLock({ $0 }) else { throw PackagerError.output("ffmpeg reports no similarity") }
        return value
    }

    private func program(reads: [String] = [], in workFolder: URL) -> MediaProgram {
        MediaProgram("ffmpeg", settings: plan.settings, reads: reads, writes: [workFolder.path])
    }
}
