// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxKit
import WindowboxOrigin

/// A page with the element on it, below a strict content security policy, next to a folder of streams.
struct PlayerPage: Sendable {
    let browser: Browser
    let address: String
    let origin: FaultyOrigin

    static let policy =
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; media-src 'self' blob:; img-src 'self'"

    /// Opens the page in a browser, runs a closure, and ends both.
    /// - Parameters:
    ///   - attributes: those of the element.
    ///   - content: answers requests before the folder of generated streams does.
    static func with(
        attributes: String = "muted record quality=full", rules: [FaultRule] = [], look: Browser.Look = Browser.Look(),
        content: @escaping @Sendable (OriginRequest) -> OriginResponse? = { _ in nil },
        _ body: @escaping @Sendable (PlayerPage) async throws -> Void
    ) async throws {
        let player = try OriginFolder(WebPlayerBuild.directory.path)
        let streams = try OriginFolder(GeneratedStreams.directory.path)
        let origin = try await FaultyOrigin(rules: rules) { request in
            if let answer = content(request) { return answer }
            switch request.path {
            case "/page.html": return Self.page(attributes)
            case "/page.js": return .text(Self.script, type: "text/javascript; charset=utf-8")
            case let path where path.hasPrefix("/player/"):
                var request = request
                request.path.removeFirst("/player".count)
                return player.answer(request)
            default: return streams.answer(request)
            }
        }
        do {
            try await Browser.with(look) { browser in
                let page = PlayerPage(browser: browser, address: origin.address, origin: origin)
                try await browser.open(origin.address + "/page.html")
                try await browser.wait(for: "return Boolean(customElements.get('windowbox-player'))")
                try await body(page)
            }
        } catch {
            await origin.stop()
            throw error
        }
        await origin.stop()
    }

    private static func page(_ attributes: String) -> OriginResponse {
        var page = OriginResponse.text(
            """
            <!doctype html><html lang="en"><title>Player</title>
            <script src="/page.js"></script><script type="module" src="/player/windowbox-player.js"></script>
            <main><h1>Player</h1><windowbox-player id="player" \(attributes)></windowbox-player></main></html>
            """, type: "text/html; charset=utf-8")
        page.headers.append(("Content-Security-Policy", policy))
        return page
    }

    /// What the tests ask the page. The number in a frame is read as ``FrameNumber`` does.
    private static let script = """
        window.faults = [];
        addEventListener("error", (event) => faults.push("error: " + event.message));
        addEventListener("unhandledrejection", (event) => faults.push("rejection: " + event.reason));
        addEventListener("securitypolicyviolation", (event) => faults.push("policy: " + event.violatedDirective + " " + event.blockedURI));
        window.told = [];
        window.frames = new Set();
        window.player = () => document.getElementById("player");
        window.video = () => player().shadowRoot.querySelector("video");
        const canvas = document.createElement("canvas");
        window.frame = () => {
          const source = video();
          if (source.readyState < 2) return null;
          [canvas.width, canvas.height] = [1280, 720];
          const context = canvas.getContext("2d", { willReadFrequently: true });
          context.drawImage(source, 0, 0, 1280, 720);
          const row = context.getImageData(0, 640, 1280, 1).data;
          const brightness = (x) => row[4 * x + 1];
          if (brightness(82) > 80) return null;
          let number = 0;
          for (let bit = 0; bit < 12; bit++) if (brightness(60 + 44 * bit) > 128) number |= 1 << bit;
          return number;
        };
        window.watch = () => {
          const look = () => {
            const number = frame();
            if (number !== null) frames.add(number);
            video().requestVideoFrameCallback(look);
          };
          video().requestVideoFrameCallback(look);
          for (const name of ["playing", "waiting", "seeked", "ended", "error", "pause"]) {
            player().addEventListener(name, () => told.push(name));
          }
        };
        """

    /// Plays a stream of the generated ones, or another address.
    func play(_ path: String) async throws {
        _ = try await browser.run(
            """
            watch(); player().src = arguments[0]; player().play().catch((fault) => faults.push("play: " + fault)); return true;
            """.replacingOccurrences(of: "arguments[0]", with: "'\(path)'"))
    }

    /// Waits until playback has gone so many seconds past a position.
    func plays(past position: Double) async throws {
        do {
            try await browser.wait(for: "return player().error !== null || player().currentTime > \(position)")
        } catch { throw Browser.Fault(description: "\(error)\n\(try await journal)") }
        let error = try await browser.run("return player().error?.message")
        guard error == "null" else { throw Browser.Fault(description: "failed: \(error)\n\(try await journal)") }
    }

    var journal: String {
        get async throws {
            try await browser.run("return player().journal.slice(-30).join('\\n')").replacingOccurrences(of: "\\n", with: "\n")
        }
    }

    /// The number in the frame that is shown.
    var frame: Int? { get async throws { Int(try await browser.run("return frame()")) } }

    /// Uncaught errors, rejections and violations of the policy so far.
    var faults: String { get async throws { try await browser.run("return faults") } }

    /// A number of the page.
    func number(_ expression: String) async throws -> Double {
        Double(try await browser.run("return \(expression)")) ?? .nan
    }
}
