// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// The state of a stream's encoder.
public enum StudioEncoder: Sendable {
    /// The stream has no encoder: it is fetched, made of files, or ingested by another process.
    case none
    /// It has no ingest URL yet.
    case unprepared
    case waiting
    case sending(LiveHealth)

    /// Whether an encoder is needed but isn't sending.
    var isAwaited: Bool {
        switch self {
        case .unprepared, .waiting: true
        case .none, .sending: false
        }
    }

    /// - Parameter ingest: the URL and key to send to.
    func facts(of ingest: LiveIngest?) -> HTML {
        let place: HTML? = ingest.map { ingest in
            """
            <dl class="facts"><dt>Server</dt><dd><code id="ingest-url">\(ingest.url)</code> \(Self.copy("ingest-url", "Copy server"))</dd>
            <dt>Stream key</dt><dd>\(Self.copy("ingest-key", "Copy stream key"))
            <details><summary>Show</summary><code id="ingest-key">\(ingest.key)</code></details></dd></dl>
            """
        }
        return "\(place)\(health)"
    }

    private static func copy(_ id: String, _ label: String) -> HTML {
        "<button type=\"button\" class=\"small\" id=\"copy-\(id)\" data-copy=\"\(id)\" aria-label=\"\(label)\">Copy</button>"
    }

    private var health: HTML {
        switch self {
        case .none, .unprepared: ""
        case .waiting:
            "<p class=\"note\" data-health=\"waiting\">Waiting for your encoder. Enter the server and the stream key there and start it.</p>"
        case .sending(let health):
            """
            <dl class="facts health" data-health="sending"><dt>Encoder</dt><dd>\(PageFragments.status("connected"))</dd>
            <dt>Bit rate</dt><dd>\(Self.bitRate(health.bitsPerSecond))</dd>
            <dt>Frame rate</dt><dd>\(FigureText.rounded(health.framesPerSecond, places: 1)) fps</dd>
            <dt>Dropped frames</dt><dd>\(health.droppedFrames) in the last 10 s</dd>
            <dt>Key frames</dt><dd>\(Self.distance(health.keyFrameSeconds))</dd></dl>\(Self.advice(health))
            """
        }
    }

    private static func bitRate(_ bits: Int) -> String {
        bits < 1_000_000 ? "\(bits / 1000) kbit/s" : "\(FigureText.rounded(Double(bits) / 1e6, places: 1)) Mbit/s"
    }

    private static func distance(_ seconds: Double?) -> String {
        seconds.map { "every \(FigureText.rounded($0, places: 1)) s" } ?? "–"
    }

    /// Hints for better encoder settings.
    private static func advice(_ health: LiveHealth) -> HTML {
        var lines: [String] = []
        if health.droppedFrames > 0 {
            lines.append("Frames are missing. Lower the encoder’s bit rate, or use a wired connection.")
        }
        if let seconds = health.keyFrameSeconds, seconds > 4 {
            lines.append("Key frames are far apart. Set the encoder’s key frame interval to 2 seconds.")
        }
        let items: [HTML] = lines.map { "<p class=\"note\">\($0)</p>" }
        return items.reduce("") { "\($0)\($1)" }
    }
}
