// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import WindowboxKit

/// A headless Chromium driven over the WebDriver protocol (W3C WebDriver, level 2), as users use it: by what they see and
/// hear of a page.
///
/// The page itself waits for conditions, so nothing depends on the machine's speed.
actor Browser {
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    /// How a page is shown. The description names test arguments and screenshots.
    struct Look: Sendable, CustomStringConvertible {
        /// CSS pixels.
        var width = 1280
        var height = 900
        var isDark = false
        var reducesMotion = false
        var hasScripts = true
        /// Whether audio needs a user gesture, as it does by default.
        var isSilentAtFirst = false
        /// The value of `Accept-Language`.
        var languages = "en"
        /// Megabytes that a source buffer takes; nil for the browser's own limit.
        var bufferMegabytes: Int?

        init(
            width: Int = 1280, height: Int = 900, isDark: Bool = false, reducesMotion: Bool = false, hasScripts: Bool = true,
            isSilentAtFirst: Bool = false, languages: String = "en", bufferMegabytes: Int? = nil
        ) {
            (self.width, self.height, self.isDark, self.reducesMotion) = (width, height, isDark, reducesMotion)
            (self.hasScripts, self.isSilentAtFirst, self.languages) = (hasScripts, isSilentAtFirst, languages)
            self.bufferMegabytes = bufferMegabytes
        }

        /// The size of a phone.
        static func narrow(isDark: Bool = false, reducesMotion: Bool = false, languages: String = "en") -> Look {
            Look(width: 390, height: 844, isDark: isDark, reducesMotion: reducesMotion, languages: languages)
        }

        var description: String {
            let words = [width < 600 ? "narrow" : "wide", isDark ? "dark" : "light"] + (languages == "ar" ? ["rtl"] : [])
            return words.joined(separator: "-")
        }
    }

    /// An element of a page.
    struct Element: Sendable, Hashable {
        let id: String
    }

    private let driver: RunningProgram
    private let folder: URL
    private let base: String
    private var session = ""
    private static let elementKey = "element-6066-11e4-a52e-4f735466cecf"

    /// Starts a browser, runs a closure, and ends the browser with all its processes.
    static func with<Result: Sendable>(
        _ look: Look = Look(), _ body: @Sendable (Browser) async throws -> Result
    ) async throws -> Result {
        let browser = try await Browser(look)
        do {
            let result = try await body(browser)
            await browser.end()
            return result
        } catch {
            await browser.end()
            throw error
        }
    }

    private init(_ look: Look) async throws {
        // A short name: the browser's socket below it must not have more than 107 bytes.
        folder = FileManager.default.temporaryDirectory.appending(path: "wb-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Chromium puts a socket below TMPDIR, whose path has room for 107 bytes.
        let arguments = ["chromedriver", "--port=0", "--log-level=SEVERE"]
        var begun: (driver: RunningProgram, port: Int)?
        // It exits if its port is free for IPv4 but in use for IPv6.
        for _ in 1...3 where begun == nil {
            do {
                let driver = try RunningProgram("/usr/bin/env", arguments, environment: ["HOME": folder.path])
                if let port = await Self.port(driver) { begun = (driver, port) } else { await driver.end() }
            } catch { throw Fault(description: "chromedriver doesn't start (package chromium-driver): \(error)") }
        }
        guard let (driver, port) = begun else { throw Fault(description: "chromedriver says no port (package chromium-driver).") }
        self.driver = driver
        base = "http://127.0.0.1:\(port)"
        do { try await begin(look) } catch {
            await driver.end(SIGKILL)
            throw error
        }
    }

    /// "ChromeDriver was started successfully on port 41233."
    private static func port(_ driver: RunningProgram) async -> Int? {
        for await line in driver.lines {
            guard let place = line.range(of: "on port ") else { continue }
            let digits = line[place.upperBound...].prefix { $0.isNumber }
            if line.contains("started successfully"), let port = Int(digits) { return port }
        }
        return nil
    }

    private func begin(_ look: Look) async throws {
        // No GPU and a single renderer process, because many browsers share two cores.
        var arguments = [
            "--headless=new", "--no-sandbox", "--mute-audio", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
            "--autoplay-policy=\(look.isSilentAtFirst ? "document-user-activation" : "no-user-gesture")-required", "--no-first-run",
            "--disable-background-networking", "--disable-sync",
            "--disable-component-update", "--force-color-profile=srgb", "--user-data-dir=\(folder.path)/profile",
            "--window-size=\(look.width),\(look.height)",
        ]
        if look.reducesMotion { arguments.append("--force-prefers-reduced-motion") }
        if let megabytes = look.bufferMegabytes {
            arguments += ["--mse-video-buffer-size-limit-mb=\(megabytes)", "--mse-audio-buffer-size-limit-mb=\(megabytes)"]
        }
        var preferences: [String: Any] = ["intl.accept_languages": look.languages]
        if !look.hasScripts { preferences["profile.managed_default_content_settings.javascript"] = 2 }
        let told = try await send(
            "POST", "/session",
            [
                "capabilities": [
                    "alwaysMatch": [
                        "browserName": "chrome", "goog:chromeOptions": ["args": arguments, "prefs": preferences] as [String: Any],
                        "goog:loggingPrefs": ["browser": "ALL"], "timeouts": ["script": 60_000, "pageLoad": 60_000],
                    ] as [String: Any]
                ]
            ])
        guard let id = (told as? [String: Any])?["sessionId"] as? String else { throw Fault(description: "no session: \(told)") }
        session = "/session/\(id)"
        try await command(
            "Emulation.setEmulatedMedia", ["features": [["name": "prefers-color-scheme", "value": look.isDark ? "dark" : "light"]]])
        try await resize(look.width, look.height)
    }

    private func end() async {
        // Also if the test was cancelled: otherwise the browser's processes outlive their driver.
        await Task { _ = try? await send("DELETE", session, nil) }.value
        await driver.end(SIGKILL)
        try? FileManager.default.removeItem(at: folder)
    }

    // MARK: Navigation

    func open(_ address: String) async throws { _ = try await send("POST", session + "/url", ["url": address]) }

    var address: String {
        get async throws { try await send("GET", session + "/url", nil) as? String ?? "" }
    }

    var title: String {
        get async throws { try await send("GET", session + "/title", nil) as? String ?? "" }
    }

    // MARK: Finding elements

    func find(_ css: String) async throws -> Element {
        let found = try await evaluate("return document.querySelector(arguments[0])", css)
        guard let element = Self.element(found) else { throw Fault(description: "no \(css) at \(try await address)") }
        return element
    }

    /// The first visible element with a role and an accessible name.
    ///
    /// Waits until there is one.
    func find(role: String, name: String) async throws -> Element {
        let end = ContinuousClock.now + .seconds(50)
        repeat {
            _ = try await wait(for: "return (\(Self.finder))(arguments[0], arguments[1]).length > 0", role, name)
            do {
                if let found = try await elements(role: role, name: name).first { return found }
            } catch let fault as Fault {
                // The page was rendered again during the search.
                guard fault.description.contains("stale element") || fault.description.contains("no such element") else { throw fault }
            }
        } while ContinuousClock.now < end
        throw Fault(description: "no \(role) “\(name)” at \(try await address)")
    }

    func has(role: String, name: String) async throws -> Bool { try await !elements(role: role, name: name).isEmpty }

    private func elements(role: String, name: String) async throws -> [Element] {
        let found = try await evaluate("return (\(Self.finder))(arguments[0], arguments[1])", role, name)
        var elements: [Element] = []
        for element in (found as? [Any] ?? []).compactMap(Self.element) {
            // The browser's own computed values.
            let actualRole = try await send("GET", "\(session)/element/\(element.id)/computedrole", nil) as? String
            let actualName = try await send("GET", "\(session)/element/\(element.id)/computedlabel", nil) as? String
            if actualRole == role, actualName == name { elements.append(element) }
        }
        return elements
    }

    /// Candidate elements, so that the browser is asked about few.
    private static let finder = """
        (role, name) => [...document.querySelectorAll('a,button,input,select,textarea,video,[role],h1,h2,h3,h4,img,nav,main,section,ul,ol,li,dialog,summary,form,table,article,aside,option,progress,output')]
          .filter((e) => e.checkVisibility?.({ visibilityProperty: true }) !== false && !e.closest('[inert]'))
          .filter((e) => { const said = [e.getAttribute('aria-label'), e.innerText, e.alt, e.title, e.placeholder, e.value,
            ...[...(e.labels ?? [])].map((l) => l.innerText),
            ...(e.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean).map((i) => document.getElementById(i)?.textContent)];
            return said.some((t) => t && String(t).replace(/\\s+/g, ' ').trim().includes(name)); })
        """

    // MARK: Actions

    func click(_ element: Element) async throws { _ = try await send("POST", "\(session)/element/\(element.id)/click", [:]) }

    /// Scrolls the element to the middle, where no sticky content covers it.
    func show(_ element: Element) async throws {
        let asked: [String: Any] = ["script": "arguments[0].scrollIntoView({block: 'center'})", "args": [[Self.elementKey: element.id]]]
        _ = try await send("POST", session + "/execute/sync", asked)
    }

    func type(_ text: String, into element: Element) async throws {
        _ = try await send("POST", "\(session)/element/\(element.id)/value", ["text": text])
    }

    func text(of element: Element) async throws -> String {
        try await send("GET", "\(session)/element/\(element.id)/text", nil) as? String ?? ""
    }

    /// Presses keys one after another, wherever the focus is. Named keys are those of WebDriver, such as `\u{E004}` for Tab.
    func press(_ keys: String) async throws {
        let actions = keys.unicodeScalars.flatMap { [["type": "keyDown", "value": String($0)], ["type": "keyUp", "value": String($0)]] }
        _ = try await send(
            "POST", session + "/actions", ["actions": [["type": "key", "id": "keyboard", "actions": actions] as [String: Any]]])
    }

    /// Drags an element with the mouse to the middle of another one.
    func drag(_ css: String, to target: String) async throws {
        let (from, to) = (try await find(css), try await find(target))
        func move(_ element: Element, y: Int = 0) -> [String: Any] {
            ["type": "pointerMove", "duration": 50, "origin": [Self.elementKey: element.id], "x": 0, "y": y]
        }
        let button: [String: Any] = ["button": 0]
        let actions = [
            move(from), button.merging(["type": "pointerDown"]) { $1 }, move(from, y: 3), move(to), move(to, y: -2),
            button.merging(["type": "pointerUp"]) { $1 },
        ]
        _ = try await send(
            "POST", session + "/actions",
            ["actions": [["type": "pointer", "id": "mouse", "parameters": ["pointerType": "mouse"], "actions": actions] as [String: Any]]])
    }

    /// Changes the size of the window, in CSS pixels.
    func resize(_ width: Int, _ height: Int) async throws {
        try await command(
            "Emulation.setDeviceMetricsOverride", ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false])
    }

    /// Limits the bytes per second from now on; nil is unlimited.
    func limit(upload: Int? = nil, download: Int? = nil) async throws {
        try await command("Network.enable", [:])
        try await command(
            "Network.emulateNetworkConditions",
            ["offline": false, "latency": 0, "downloadThroughput": download ?? -1, "uploadThroughput": upload ?? -1])
    }

    /// Lets requests for some addresses fail from now on.
    /// - Parameter addresses: with `*` for any text.
    func block(_ addresses: String...) async throws {
        try await command("Network.enable", [:])
        try await command("Network.setBlockedURLs", ["urls": addresses])
    }

    /// Runs a script in every page from now on, before the page's own scripts.
    func runFirst(_ script: String) async throws {
        try await command("Page.addScriptToEvaluateOnNewDocument", ["source": script])
    }

    /// Touches the middle of an element, until ``liftFinger()``.
    func touch(_ css: String) async throws {
        let place = "const b = document.querySelector(arguments[0]).getBoundingClientRect(); "
        let middle = try await evaluate(place + "return [b.x + b.width / 2, b.y + b.height / 2]", [css]) as? [Any] ?? []
        guard middle.count == 2 else { throw Fault(description: "nothing to touch: \(css)") }
        try await command("Input.dispatchTouchEvent", ["type": "touchStart", "touchPoints": [["x": middle[0], "y": middle[1]]]])
    }

    func liftFinger() async throws {
        try await command("Input.dispatchTouchEvent", ["type": "touchEnd", "touchPoints": [Any]()])
    }

    /// A PNG of the whole page, including what has to be scrolled to.
    func screenshot() async throws -> Data {
        // Otherwise a right-to-left page that needs no scrolling is captured from beside it: the window can't be as narrow.
        let isLonger = try await run("return document.documentElement.scrollHeight > innerHeight") == "true"
        let told = try await command("Page.captureScreenshot", ["captureBeyondViewport": isLonger])
        return Data(base64Encoded: (told as? [String: Any])?["data"] as? String ?? "") ?? Data()
    }

    // MARK: Queries

    /// The result of a function body, as JSON.
    func run(_ script: String, _ arguments: String...) async throws -> String {
        let value = try await evaluate("return JSON.stringify((() => { \(script) })() ?? null)", arguments)
        return value as? String ?? "null"
    }

    /// Evaluates a script at every animation frame, until the result is true.
    ///
    /// - Throws: After a minute, with what the page shows then.
    @discardableResult func wait(for script: String, _ arguments: String...) async throws -> Bool {
        let waiting = """
            const done = arguments[arguments.length - 1]; const given = [...arguments].slice(0, -1);
            const ask = function () { \(script) };
            const end = performance.now() + 50000;
            const look = () => { let found = false; try { found = ask.apply(null, given); } catch (fault) { void fault; }
              if (found) done(true); else if (performance.now() > end) done(false); else setTimeout(look, 30); };
            look();
            """
        let asked: [String: Any] = ["script": waiting, "args": arguments]
        var answer: Any
        do { answer = try await send("POST", session + "/execute/async", asked) } catch let fault as Fault {
            // The page was replaced during the query, so the next one is asked.
            guard fault.description.contains("script timeout") || fault.description.contains("unloaded") else { throw fault }
            answer = try await send("POST", session + "/execute/async", asked)
        }
        guard answer as? Bool == true else {
            let shown = try await evaluate("return document.body.innerText") as? String ?? ""
            throw Fault(description: "in vain at \(try await address): \(script) \(arguments). Shown: \(shown.prefix(2000))")
        }
        return true
    }

    /// The page's new errors: script errors, and content security policy violations.
    var complaints: [String] {
        get async throws {
            let entries = try await send("POST", session + "/se/log", ["type": "browser"]) as? [[String: Any]] ?? []
            return entries.filter { $0["level"] as? String == "SEVERE" }.map { $0["message"] as? String ?? "" }
        }
    }

    private func evaluate(_ script: String, _ arguments: String...) async throws -> Any { try await evaluate(script, arguments) }

    private func evaluate(_ script: String, _ arguments: [String]) async throws -> Any {
        try await send("POST", session + "/execute/sync", ["script": script, "args": arguments])
    }

    /// Sends a command of the DevTools protocol.
    @discardableResult private func command(_ name: String, _ parameters: [String: Any]) async throws -> Any {
        try await send("POST", session + "/goog/cdp/execute", ["cmd": name, "params": parameters] as [String: Any])
    }

    private static func element(_ value: Any) -> Element? {
        ((value as? [String: Any])?[elementKey] as? String).map { Element(id: $0) }
    }

    private func send(_ method: String, _ path: String, _ body: [String: Any]?) async throws -> Any {
        var request = HTTPClientRequest(url: base + path)
        request.method = HTTPMethod(rawValue: method)
        if method == "POST" {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: try JSONSerialization.data(withJSONObject: body ?? [:])))
        }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(120))
        let data = Data(try await response.body.collect(upTo: 64 << 20).readableBytesView)
        let answer = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        let value = answer?["value"] ?? NSNull()
        if let fault = value as? [String: Any], let error = fault["error"] as? String {
            throw Fault(description: "\(method) \(path): \(error): \((fault["message"] as? String ?? "").prefix(400))")
        }
        return value
    }
}
