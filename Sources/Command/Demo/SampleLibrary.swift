// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The sample streams of the demo: made once with ffmpeg, kept in the user's cache.
struct SampleLibrary {
    struct Sample {
        let path: String
        let title: String
    }

    static let samples = [
        Sample(path: "ladder/index.m3u8", title: "a ladder of three qualities, sound apart (fragmented MP4)"),
        Sample(path: "classic/index.m3u8", title: "picture and sound together (MPEG-TS)"),
    ]

    /// Changes with the recipe below, so that an old library is not taken for a new one.
    private static let edition = "3"
    private static let length = 30

    let folder: URL

    init(folder: String?) throws {
        if let folder {
            self.folder = URL(fileURLWithPath: folder)
        } else {
            let home =
                ProcessInfo.processInfo.environment["XDG_CACHE_HOME"].map { URL(fileURLWithPath: $0) }
                ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".cache")
            self.folder = home.appendingPathComponent("windowbox/demo-\(Self.edition)")
        }
    }

    private var marker: URL { folder.appendingPathComponent("complete") }

    /// Makes what is missing; nothing when all is there.
    func make() async throws {
        if FileManager.default.fileExists(atPath: marker.path) { return }
        for name in ["ladder", "classic"] {
            let path = folder.appendingPathComponent(name).path
            do { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) } catch {
                throw Failure.failed("the folder \(path) can't be made: \(error.localizedDescription)")
            }
        }
        print("Making the sample streams, once: \(folder.path)")
        // The picture is drawn once for all of them.
        try FFmpegProgram.run(input + ladder + classic, in: folder, seconds: Self.length, label: "streams")
        do { try Data().write(to: marker) } catch { throw Failure.failed("\(marker.path) can't be written: \(error.localizedDescription)") }
    }

    /// Slow colours, a square that crosses them, and the time: what stutters, tears or drifts is seen at once.
    private var picture: String {
        "gradients=size=1280x720:rate=30:seed=7:speed=0.012:x0=120:y0=60:x1=1160:y1=660:nb_colors=7:c0=0x0b1026:c1=0x1b3a6b"
            + ":c2=0x2a9d8f:c3=0xe9c46a:c4=0xf4a261:c5=0xe76f51:c6=0x4a1942,drawgrid=w=160:h=160:t=1:c=white@0.10,"
            + "drawtext=text='■':x='mod(t*220\\,w+260)-260':y=190:fontsize=300:fontcolor=white@0.25,"
            + "drawbox=x=0:y=ih-90:w=iw:h=90:color=black@0.45:t=fill,"
            + "drawtext=text='Windowbox  %{pts\\:hms}':x=48:y=h-64:fontsize=40:fontcolor=white"
    }

    private var sound: String {
        "aevalsrc=0.16*sin(2*PI*220*t)*(0.6+0.4*sin(2*PI*0.25*t))+0.10*sin(2*PI*330*t)*(0.5+0.5*sin(2*PI*0.2*t))"
            + "+0.08*sin(2*PI*440*t)*(0.5+0.5*sin(2*PI*0.17*t))|0.16*sin(2*PI*220.6*t)*(0.6+0.4*sin(2*PI*0.23*t))"
            + "+0.10*sin(2*PI*331*t)*(0.5+0.5*sin(2*PI*0.21*t))+0.08*sin(2*PI*441*t)*(0.5+0.5*sin(2*PI*0.15*t)):s=48000"
    }

    private var input: [String] {
        ["-f", "lavfi", "-i", picture, "-f", "lavfi", "-i", sound, "-filter_complex"]
            + ["[0:v]split=4[a][b][c][d];[a]scale=640:360[v0];[b]scale=960:540[v1];[c]null[v2];[d]scale=960:540[v3]"]
    }

    private var coding: [String] {
        ["-t", String(Self.length), "-g", "60", "-keyint_min", "60", "-sc_threshold", "0", "-c:v", "libx264", "-preset", "veryfast"]
            + ["-pix_fmt", "yuv420p", "-c:a", "aac", "-b:a", "128k", "-f", "hls", "-hls_time", "4", "-hls_playlist_type", "vod"]
            + ["-hls_flags", "independent_segments"]
    }

    private var ladder: [String] {
        ["-map", "[v0]", "-map", "[v1]", "-map", "[v2]", "-map", "1:a"] + coding + [
            "-b:v:0", "800k", "-maxrate:v:0", "1000k", "-bufsize:v:0", "1600k",
            "-b:v:1", "1600k", "-maxrate:v:1", "2000k", "-bufsize:v:1", "3200k",
            "-b:v:2", "3000k", "-maxrate:v:2", "3700k", "-bufsize:v:2", "6000k",
            "-hls_segment_type", "fmp4", "-hls_fmp4_init_filename", "init-%v.mp4", "-master_pl_name", "index.m3u8",
            "-hls_segment_filename", "ladder/%v/%03d.m4s",
            "-var_stream_map",
            "v:0,agroup:sound,name:360p v:1,agroup:sound,name:540p v:2,agroup:sound,name:720p "
                + "a:0,agroup:sound,default:yes,language:en,name:sound",
            "ladder/%v/index.m3u8",
        ]
    }

    private var classic: [String] {
        ["-map", "[v3]", "-map", "1:a"] + coding + [
            "-b:v", "1600k", "-maxrate", "2000k", "-bufsize", "3200k", "-hls_segment_filename", "classic/%03d.ts", "classic/index.m3u8",
        ]
    }
}
