// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxGTK
import WindowboxTransport

@testable import windowbox_desktop

@Suite struct OpeningTests {
    @Test("Names are in natural order")
    func naturalOrder() {
        let names = [
            "", "1", "2", "10", "010b", "episode 9.mkv", "Episode 10.mkv", "episode 100.mkv", "Part 1", "part 1b", "part 2", "über",
        ]
        #expect(names.shuffled().sorted(by: NaturalOrder.precedes) == names.sorted(by: NaturalOrder.precedes))
        for (index, name) in names.enumerated() {
            for other in names.dropFirst(index + 1) {
                #expect(NaturalOrder.precedes(name, other), "\(name) before \(other)")
                #expect(!NaturalOrder.precedes(other, name), "\(other) not before \(name)")
            }
            #expect(!NaturalOrder.precedes(name, name))
        }
        let huge = String(repeating: "9", count: 500)
        #expect(NaturalOrder.precedes(huge, "1" + huge))
    }

    @Test("An address that isn't valid is not taken for a file")
    func malformedAddress() async {
        #expect(MediaEntry("http://[") == nil)
        #expect(await ResolvedInput.of(["http://["]).problems == ["“http://[” isn’t a valid address."])
    }

    @Test("An address may be typed without https://, unless there is such a file")
    func typed() throws {
        #expect(MediaEntry.typed(" example.org/a/live.m3u8 ")?.url.absoluteString == "https://example.org/a/live.m3u8")
        #expect(MediaEntry.typed("http://example.org/a.mp4")?.url.absoluteString == "http://example.org/a.mp4")
        #expect(MediaEntry.typed("film.mkv")?.url.isFileURL == true)
        #expect(MediaEntry.typed("./a.b/film.mkv")?.url.isFileURL == true)
        #expect(MediaEntry.typed("A film. Part 1/x.mkv")?.url.isFileURL == true)
        #expect(MediaEntry.typed("/a.b/film.mkv")?.url.path == "/a.b/film.mkv")
        #expect(MediaEntry.typed("  ") == nil)
        // A file with its whole path, as it is pasted.
        let folder = try Folder()
        try Data().write(to: folder.url.appending(path: "a.mkv"))
        #expect(MediaEntry.typed(folder.url.appending(path: "a.mkv").path)?.url.isFileURL == true)
    }

    @Test("What can't be saved is said with its cause")
    func saving() {
        #expect(SavingProblem.text("It can’t be saved", CocoaError(.fileWriteOutOfSpace)) == "It can’t be saved: the disk is full")
        #expect(
            SavingProblem.text("It can’t be saved", CocoaError(.fileWriteNoPermission))
                == "It can’t be saved: writing there isn’t permitted")
        #expect(SavingProblem.text("It can’t be saved", CocoaError(.fileWriteUnknown)) == "It can’t be saved")
    }

    @Test("User input is a URL or a local path")
    func addresses() throws {
        let base = URL(filePath: "/media/films/")
        #expect(MediaEntry(" https://example.org/a%20b.m3u8 ")?.url.absoluteString == "https://example.org/a%20b.m3u8")
        #expect(MediaEntry("/media/a film.mp4")?.url.path == "/media/a film.mp4")
        #expect(MediaEntry("../clip #2.mp4", relativeTo: base)?.url.path == "/media/clip #2.mp4")
        let list = URL(string: "https://example.org/x/list.m3u")
        #expect(MediaEntry("b.ts", relativeTo: list)?.url.absoluteString == "https://example.org/x/b.ts")
        #expect(try #require(MediaEntry("~/a.mp4")).url.path == NSHomeDirectory() + "/a.mp4")
        for name in ["Alien: Romulus.mkv", "Alien:Romulus.mkv", "C:film.mkv", "http: a story.mkv"] {
            #expect(MediaEntry(name, relativeTo: base)?.url.path == "/media/films/" + name, "\(name)")
            #expect(MediaEntry(name, relativeTo: list)?.url.path == "/x/" + name, "\(name)")
        }
        #expect(MediaEntry("   ") == nil)
        #expect(MediaEntry("a\0b") == nil)
        #expect(MediaEntry("https://example.org/")?.name == "example.org")
        #expect(MediaEntry("/media/A film.part.mp4")?.name == "A film.part")
        #expect(MediaEntry("https://example.org/films/walk/manifest.mpd")?.name == "walk · example.org")
        #expect(MediaEntry("https://me:secret@example.org/")?.name == "example.org")
        #expect(MediaEntry("rtp://me:secret@/")?.name == "rtp:///")
    }

    @Test("An M3U list gives its URLs with their titles, but an HLS playlist is not a list")
    func lists() throws {
        let url = URL(filePath: "/media/list.m3u")
        func titles(_ text: String) -> [String]? { M3UPlaylist.entries(of: Array(text.utf8), at: url)?.map { "\($0.name) \($0.url.path)" } }
        let text = "\u{FEFF}#EXTM3U\r\n#EXTINF:12.5 x=\"y\",First, one\r\na.mp4\r\n\r\n# a comment\r\n/other/b.mp4\r\n"
        #expect(titles(text) == ["First, one /media/a.mp4", "b /other/b.mp4"])
        let channels =
            "#EXTM3U\n#EXTINF:-1 tvg-name=\"A, B\" group-title=\"News, Sport\",One, two\n1.ts\n#EXTINF:5,12\" Mix, live\n2.ts\n#EXTINF:5 a=\"b,c\n3.ts"
        #expect(titles(channels) == ["One, two /media/1.ts", "12\" Mix, live /media/2.ts", "c /media/3.ts"])
        #expect(titles("") == [])
        #expect(titles("#EXTINF:1\n#EXTINF:2,\nc.mp4") == ["c /media/c.mp4"])
        #expect(titles("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts") == nil)
        let latin = Array("caf".utf8) + [0xE9] + Array(".mp4".utf8)
        #expect(M3UPlaylist.entries(of: latin, at: url)?.first?.url.path == "/media/café.mp4")
    }

    @Test("A folder gives its media in natural order, before that of its subfolders, without hidden and other files")
    func folders() async throws {
        let folder = try Folder()
        for path in [
            "Part 10.mkv", "part 2.mp4", "Part 1.webm", "Extras/9.mp3", "Extras/10.mp3", "notes.txt", ".hidden.mp4", ".git/x.mp4", "x.srt",
        ] { try folder.write("x", at: path) }
        try FileManager.default.createSymbolicLink(
            at: folder.url.appending(path: "round"), withDestinationURL: folder.url)
        let opening = await ResolvedInput.of([folder.url.path])
        #expect(opening.media.map(\.url.lastPathComponent) == ["Part 1.webm", "part 2.mp4", "Part 10.mkv", "9.mp3", "10.mp3"])
        #expect(opening.problems.isEmpty)
    }

    @Test("Files whose names aren't UTF-8 are found by their URLs, in folders and on the command line, and have readable names")
    func foreignNames() async throws {
        let folder = try Folder()
        let name = Array("caf".utf8) + [0xE9] + Array(" 50%.mp4".utf8)
        let path = Array(folder.url.path.utf8) + [UInt8(ascii: "/")] + name
        let file = fopen(path.map { CChar(bitPattern: $0) } + [0], "w")
        try #require(file != nil)
        fclose(file)
        let url = try #require(LocalFile.url(ofPath: path))
        #expect(url.absoluteString.hasSuffix("/caf%E9%2050%25.mp4"))
        let opening = await ResolvedInput.of([url.absoluteString, folder.url.path])
        #expect(opening.media.map(\.url.absoluteString) == [url.absoluteString, url.absoluteString])
        #expect(opening.media.first?.name == "café 50%")
        #expect(opening.problems == [])
        let gone = await ResolvedInput.of(["file:///nowhere/caf%E9.mp4"])
        #expect(gone.problems == ["“café.mp4” doesn’t exist."])
        let response = try await FileTransport().open(TransportRequest(url: url.absoluteString))
        #expect(response.contentLength == 0)
    }

    @Test(
        "Names with signs that mean something in URLs lead to their files",
        arguments: ["100%.mp4", "a%20b.mp4", "#1.mp4", "what?.mp4", "a;b&c=d.mp4"])
    func signs(name: String) async throws {
        let folder = try Folder()
        try folder.write("film", at: name)
        for address in [folder.url.path + "/" + name, folder.url.appending(path: name).absoluteString] {
            let opening = await ResolvedInput.of([address])
            #expect(opening.problems == [])
            let url = try #require(opening.media.first?.url.absoluteString)
            #expect(try await FileTransport().open(TransportRequest(url: url)).contentLength == 4)
            #expect(opening.media.first?.name == String(name.dropLast(4)))
        }
    }

    @Test("Several addresses keep their order, and those that can't be opened are reported")
    func several() async throws {
        let folder = try Folder()
        try folder.write("a.mp4\nhttps://example.org/b.m3u8\n", at: "list.m3u8")
        try folder.write("#EXTM3U\n#EXT-X-VERSION:7\n", at: "stream.m3u8")
        try folder.write("x", at: "words.srt")
        try folder.write("", at: "empty.m3u")
        try FileManager.default.createDirectory(at: folder.url.appending(path: "nothing"), withIntermediateDirectories: true)
        let names = ["list.m3u8", "stream.m3u8", "words.srt", "gone.mp4", "empty.m3u", "nothing"]
        let opening = await ResolvedInput.of(names.map { folder.url.appending(path: $0).path } + ["", "https://example.org/live"])
        #expect(opening.media.map(\.url.lastPathComponent) == ["a.mp4", "b.m3u8", "stream.m3u8", "live"])
        #expect(opening.subtitles.map(\.lastPathComponent) == ["words.srt"])
        #expect(opening.problems.count == 3)
        #expect(opening.problems.contains("“gone.mp4” doesn’t exist."))
    }

    @Test("A list on a server is fetched, and an unavailable one is reported")
    func remoteLists() async {
        let server = ListTransport()
        let opening = await ResolvedInput.of(["https://example.org/films/list.m3u", "https://example.org/gone.m3u"], transport: server)
        #expect(opening.media.map(\.url.absoluteString) == ["https://example.org/films/a.mp4"])
        #expect(opening.problems.count == 1)
    }

    @Test("A channel list on a server is expanded, and HLS is played as such after its first bytes")
    func remoteChannels() async {
        let channels =
            "#EXTM3U x-tvg-url=\"https://guide.example/\"\r\n#EXTINF:-1 tvg-id=\"a\",Channel A\r\nhttp://tv.example/a\r\n"
            + "#EXTINF:-1 tvg-id=\"b\",Channel B\r\nb/live.m3u8\r\n"
        let server = ListTransport([
            "/list.m3u8": channels, "/get.php?type=m3u_plus": channels, "/main.m3u8": "#EXTM3U\n#EXT-X-VERSION:7\n",
            "/empty.m3u8": "#EXTM3U\n",
            "/page.m3u8": "<html></html>", "/radio?f=m3u": "\u{1}\u{2}",
        ])
        for list in ["list.m3u8", "get.php?type=m3u_plus"] {
            let opening = await ResolvedInput.of(["https://example.org/\(list)"], transport: server)
            #expect(opening.media.map(\.url.absoluteString) == ["http://tv.example/a", "https://example.org/b/live.m3u8"])
            #expect(opening.media.map(\.title) == ["Channel A", "Channel B"])
            #expect(opening.problems == [])
        }
        let others = ["main.m3u8", "page.m3u8", "radio?f=m3u", "gone.m3u8", "film.mp4?list=m3u"].map { "https://example.org/\($0)" }
        let opening = await ResolvedInput.of(others + ["https://example.org/empty.m3u8"], transport: server)
        #expect(opening.media.map(\.url.absoluteString) == others)
        #expect(opening.problems == ["The playlist “empty.m3u8” is empty."])
    }

    @Test("A list is recognised however its bytes arrive, and one that is too large is reported")
    func deliveries() async {
        let stream = "#EXTM3U\n# a comment\n#EXT-X-VERSION:7\n"
        let list = "\u{FEFF}#EXTM3U\n#EXTINF:5,no #EXT-X-tag\na.mp4\n"
        for size in 1...12 {
            let server = ListTransport(["/main.m3u8": stream, "/list.m3u8": list], size: size)
            let opening = await ResolvedInput.of(["https://example.org/main.m3u8", "https://example.org/list.m3u8"], transport: server)
            #expect(opening.media.map(\.url.lastPathComponent) == ["main.m3u8", "a.mp4"])
        }
        let opening = await ResolvedInput.of(["https://example.org/large.m3u8"], transport: ListTransport())
        #expect(opening.problems == ["The playlist “large.m3u8” is larger than 16 MB."])
    }

    @Test("The command line accepts any number of addresses, or none, and refuses unknown options")
    func launchOptions() throws {
        #expect(try LaunchOptions([]).addresses == [])
        #expect(try LaunchOptions(["--ads", "http://a/vmap"]).ads == .schedule("http://a/vmap"))
        #expect(try LaunchOptions(["--stitch", "http://a/"]).ads == .service("http://a"))
        let run = try LaunchOptions(["--report", "r.json", "--for", "2.5"])
        #expect(run.report == "r.json")
        #expect(run.seconds == 2.5)
        #expect(try LaunchOptions(["--ad-timeout", "20"]).adTimeout == 20)
        let options = try LaunchOptions(["--title", "T", "a", "--start", "5", "b", "--speed", "1.5", "--", "--c"])
        #expect(options.addresses == ["a", "b", "--c"])
        #expect(options.title == "T")
        #expect(options.start == 5)
        #expect(options.speed == 1.5)
        let feed = try LaunchOptions(["--app-id", "samples", "--feed", "http://service.example/", "--channel", "c1"]).feed
        #expect(feed == FeedAddress(address: "http://service.example", appID: "samples", channel: "c1"))
        let measured = try LaunchOptions(["--feed", "http://a", "--rehearse", "swipes:20", "--report", "r.json"])
        #expect(measured.rehearsal == .swipes(20))
        #expect(Rehearsal("scroll:1.5") == .scroll(1.5))
        #expect(Rehearsal("feed") == .feed)
        #expect(Rehearsal("stay:600") == .stay(600))
        for wrong in ["swipes", "swipes:0", "scroll:-1", "stay:inf", "feed:1", ""] { #expect(Rehearsal(wrong) == nil) }
        // Nothing to rehearse, and nowhere to write the report.
        for wrong in [["--rehearse", "feed", "--report", "r"], ["--rehearse", "feed", "--feed", "http://a"]] {
            #expect(throws: CommandLineError.self) { try LaunchOptions(wrong) }
        }
        for wrong in [["--feed", "ftp://a"], ["--app-id", "a"], ["--feed", "http://a", "film.mp4"]] {
            #expect(throws: CommandLineError.self) { try LaunchOptions(wrong) }
        }
        for wrong in [["--start"], ["--start", "-1"], ["--start", "nan"], ["--speed", "9"], ["--ad-timeout", "0"], ["--fast", "1"]] {
            #expect(throws: CommandLineError.self) { try LaunchOptions(wrong) }
        }
    }

    @Test("Errors in the command line are explained, and --help prints the help")
    func launchFaults() {
        func fault(_ arguments: String...) -> String? {
            do throws(CommandLineError) {
                _ = try LaunchOptions(arguments)
                return nil
            } catch { return error.message }
        }
        #expect(fault("--fast", "1") == "unknown option --fast")
        #expect(fault("--fast") == "unknown option --fast")
        #expect(fault("--start") == "--start needs a value")
        #expect(fault("--speed", "9") == "--speed takes 0.1 to 4, not 9")
        #expect(fault("--feed", "ftp://a")?.contains("not ftp://a") == true)
        #expect(LaunchOptions.textOutput(for: ["a", "--help"]) == LaunchOptions.help)
        #expect(LaunchOptions.textOutput(for: ["-h"]) == LaunchOptions.help)
        #expect(LaunchOptions.textOutput(for: ["--version"]) == DesktopApp.version)
        #expect(LaunchOptions.textOutput(for: ["--", "--help"]) == nil)
        #expect(LaunchOptions.textOutput(for: ["film.mp4"]) == nil)
    }

    @Test(
        "Untitled media is named after its file, a generic playlist after its folder and server",
        arguments: [
            ("https://example.org/films/sintel/master.m3u8?token=1", "sintel · example.org"),
            ("https://example.org/a/walk/hls/index.M3U8", "walk · example.org"),
            ("https://example.org/live/playlist.m3u8", "example.org"), ("https://example.org/main.m3u8", "example.org"),
            ("https://example.org/films/bipbop.m3u8", "bipbop"), ("https://example.org/films/master.mp4", "master"),
            ("https://example.org/", "example.org"), ("file:///films/sintel/master.m3u8", "sintel"),
            ("file:///films/A%20walk.mp4", "A walk"),
        ])
    func names(address: String, name: String) { #expect(MediaEntry(address)?.name == name) }

    @Test("An open request reaches another process intact, and one from other programs is accepted")
    func openRequests() throws {
        let request = OpenRequest(title: "A walk", start: 12.5)
        #expect(OpenRequest(hint: request.hint) == request)
        #expect(OpenRequest(hint: "") == OpenRequest())
        let options = try LaunchOptions(["a film.mp4", "https://example.org/a.m3u8?b=c"])
        let here = URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
        #expect(options.absoluteAddresses == [here.appending(path: "a film.mp4").absoluteString, "https://example.org/a.m3u8?b=c"])
        #expect(!options.needsOwnProcess)
        #expect(try LaunchOptions(["--report", "x.json", "a.mp4"]).needsOwnProcess)
    }

    // It makes widgets, which need a display; other tests may not have connected to it before.
    @Test(
        "Languages are found by name, and the chosen ones come first, in their order",
        .enabled("needs a display: neither DISPLAY nor WAYLAND_DISPLAY leads to one") { await Application.hasDisplay })
    @MainActor func languages() {
        #expect(LanguageChooser.listed(["de", "gsw"], searching: "").prefix(3).map(\.name) == ["German", "Swiss German", "Abkhazian"])
        #expect(LanguageChooser.listed(["de", "gsw"], searching: " germ").map(\.name) == ["German", "Swiss German"])
        #expect(LanguageChooser.listed([], searching: "french").map(\.tag) == ["fr"])
        #expect(LanguageChooser.summary(["en", "pt-BR", "x-own"]) == "English, Portuguese (Brazil), x-own")
        #expect(LanguageChooser.summary([]) == nil)
        var changes: [[String]] = []
        let chooser = LanguageChooser("Languages", ["en"]) { changes.append($0) }
        chooser.toggle("de")
        chooser.toggle("en")
        #expect(changes == [["en", "de"], ["de"]])
    }

    @Test("Skipped items are named in one message")
    @MainActor func passedOver() {
        #expect(SkippedItemsNotice.text(["A"]) == "“A” can’t be played")
        #expect(SkippedItemsNotice.text(["A", "B"]) == "“A” and “B” can’t be played")
        #expect(SkippedItemsNotice.text(["A", "B", "C"]) == "“A” and 2 others can’t be played")
    }
}

/// A server with some playlists, by path and query.
private struct ListTransport: Transport {
    private let lists: [String: String]
    private let size: Int

    /// - Parameter size: that of the chunks.
    init(_ lists: [String: String] = ["/films/list.m3u": "a.mp4\n"], size: Int = 4096) { (self.lists, self.size) = (lists, size) }

    func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        if request.url.hasSuffix("/large.m3u8") { throw TransportError(.tooLarge, url: request.url, message: "It is too large.") }
        guard let list = lists.first(where: { request.url.hasSuffix("org\($0.key)") })?.value else {
            throw TransportError(.status, url: request.url, message: "There is no such list.", status: 404)
        }
        let bytes = Array(list.utf8)
        let chunks = stride(from: 0, to: bytes.count, by: size).map { ByteChunk(Array(bytes[$0..<min($0 + size, bytes.count)])) }
        return TransportResponse(status: 200, url: request.url, contentLength: bytes.count, body: TransportBody(chunks))
    }
}
