// swift-tools-version:6.2
// SPDX-License-Identifier: Apache-2.0

// The architecture on one page. Layers are folders with one folder per target, and dependencies point only downwards:
//
//   Command, Desktop, Serve, Ingest   the executables
//   CAPI                      the library for C, Python and other languages: Bridge > GTK, Player; Objects, its GObjects in C
//   Experience                FeedViews > Feed, GTK; FeedAds > Feed, AdPlayback > Ads; Desktop, Casting, Library
//   Service                   Server > Pages, Mail, Insertion > Packager > Catalogue > Contract, Hashtags, Recommendation;
//                             Backup > Packager; Stitcher; Origin
//   Playback                  Controllers > Sources, Monitoring, Offline > Player > Engine > Codec, Transport > Streaming
//   Formats                   DASH, AdMarkup > HLS; CaptionDrawing > Captions; HLS, Captions, AdMarkup, DASH, Contract > Media, XML;
//                             Hashtags, Translations
//   System                    C libraries, each imported by exactly one Swift target and never re-exported

import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

func module(
    _ name: String, _ path: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [], plugins: [Target.PluginUsage] = []
) -> Target {
    .target(name: name, dependencies: dependencies, path: path, exclude: exclude, swiftSettings: settings, plugins: plugins)
}
func tests(_ name: String, _ path: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, path: path, exclude: exclude, swiftSettings: settings)
}

// For fast launches and little memory: Swift's libraries are linked statically, so that 14,000 symbols need no lookup, relocations are
// packed, and symbols are not exported.
let program: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-static-stdlib", "-lCoreFoundation", "-l_FoundationICU", "-l_FoundationCShims", "-l_FoundationCollections", "-use-ld=lld",
            "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs", "-Xlinker", "--no-export-dynamic", "-Xlinker", "--icf=safe",
        ],
        .when(platforms: [.linux], configuration: .release))
]

// The C library: only windowbox_… is exported, so that it can't clash with other Swift libraries of a program, and Swift's libraries are
// linked statically, so that a program in C needs no Swift. It stays loaded, because its GObject types can't be unregistered.
let sharedLibrary: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-Xlinker", "-soname=libwindowbox.so.1", "-Xlinker", "--version-script=\(Context.packageDirectory)/Sources/CAPI/exports.map",
            "-Xlinker", "-z", "-Xlinker", "nodelete",
        ], .when(platforms: [.linux])),
    .unsafeFlags(
        [
            "-static-stdlib", "-lCoreFoundation", "-l_FoundationICU", "-l_FoundationCShims", "-l_FoundationCollections", "-use-ld=lld",
            "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs", "-Xlinker", "--icf=safe", "-Xlinker", "--gc-sections",
        ],
        .when(platforms: [.linux], configuration: .release)),
]

func example(_ name: String, _ more: [Target.Dependency] = []) -> Target {
    .executableTarget(
        name: name,
        dependencies: ["WindowboxMedia", "WindowboxTransport", "WindowboxEngine", "WindowboxPlayer", "WindowboxGTK"] + more,
        path: "Examples/\(name)", swiftSettings: settings)
}
func nio(_ names: String...) -> [Target.Dependency] { names.map { .product(name: $0, package: "swift-nio") } }
func extras(_ names: String...) -> [Target.Dependency] { names.map { .product(name: $0, package: "swift-nio-extras") } }
func crypto(_ names: String...) -> [Target.Dependency] { names.map { .product(name: $0, package: "swift-crypto") } }
let httpClient: [Target.Dependency] = [.product(name: "AsyncHTTPClient", package: "async-http-client")]
let arguments: [Target.Dependency] = [.product(name: "ArgumentParser", package: "swift-argument-parser")]
let logging: [Target.Dependency] = [.product(name: "Logging", package: "swift-log")]
let lifecycle: [Target.Dependency] = [.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")]
let subprocess: [Target.Dependency] = [.product(name: "Subprocess", package: "swift-subprocess")]
let httpTypes: [Target.Dependency] = [.product(name: "HTTPTypes", package: "swift-http-types")]
let signals: [Target.Dependency] = [.product(name: "UnixSignals", package: "swift-service-lifecycle")]
let hummingbird: [Target.Dependency] = [.product(name: "HummingbirdCore", package: "hummingbird")]
let grdb: [Target.Dependency] = [.product(name: "GRDB", package: "GRDB.swift")]
let sqlite: [Target.Dependency] = [.product(name: "GRDBSQLite", package: "GRDB.swift")]
func library(_ name: String) -> Product { .library(name: name, targets: [name]) }
let package = Package(
    name: "windowbox",
    products: [
        library("WindowboxMedia"), library("WindowboxHLS"), library("WindowboxXML"), library("WindowboxAdMarkup"),
        library("WindowboxCaptions"), library("WindowboxStreaming"), library("WindowboxTransport"), library("WindowboxCodec"),
        library("WindowboxEngine"), library("WindowboxPlayer"), library("WindowboxTesting"), library("Windowbox"),
        library("WindowboxOffline"),
        library("WindowboxSources"), library("WindowboxControllers"), library("WindowboxMonitoring"),
        library("WindowboxGTK"), library("WindowboxDesktop"), library("WindowboxCasting"), library("WindowboxAds"),
        library("WindowboxAdPlayback"), library("WindowboxFeedAds"), library("WindowboxFeed"), library("WindowboxFeedViews"),
        // Scripts/library.sh installs it as libwindowbox.so.1; the name libwindowbox.so would be taken by the command's product here.
        .library(name: "WindowboxC", type: .dynamic, targets: ["WindowboxBridge"]),
        // The programs are not products. SwiftPM makes them here anyway, and a dependant need not fetch the packages that
        // only they and the service use. Scripts/dependant.sh holds this.
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.24.0"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.40.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.30.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    ],
    targets: [
        // System
        .systemLibrary(
            name: "CFFmpeg", path: "Sources/System/CFFmpeg",
            pkgConfig: "libavformat libavcodec libavutil libswscale libswresample",
            providers: [.apt(["libavformat-dev", "libavcodec-dev", "libavutil-dev", "libswscale-dev", "libswresample-dev"])]),
        .systemLibrary(name: "CSonic", path: "Sources/System/CSonic", providers: [.apt(["libsonic-dev"])]),
        // Loaded at run time: only their headers are needed here.
        .systemLibrary(name: "CPulse", path: "Sources/System/CPulse", providers: [.apt(["libpulse-dev"])]),
        .systemLibrary(name: "CCurl", path: "Sources/System/CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(
            name: "CGTK", path: "Sources/System/CGTK", pkgConfig: "libadwaita-1",
            providers: [.apt(["libadwaita-1-dev", "libgtk-4-dev", "libx11-dev", "libopengl-dev"])]),
        .systemLibrary(name: "CX11", path: "Sources/System/CX11", providers: [.apt(["libx11-dev"])]),
        .systemLibrary(name: "CGIO", path: "Sources/System/CGIO", pkgConfig: "gio-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(name: "CXML", path: "Sources/System/CXML", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CZlib", path: "Sources/System/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CPostgres", path: "Sources/System/CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CMalloc", path: "Sources/System/CMalloc"),

        // Formats
        module("WindowboxHashtags", "Sources/Formats/Hashtags"),
        module("WindowboxMedia", "Sources/Formats/Media"),
        module("WindowboxContract", "Sources/Formats/Contract", ["WindowboxMedia"]),
        module("WindowboxTranslations", "Sources/Formats/Translations"),
        module("WindowboxXML", "Sources/Formats/XML", ["CXML"]),
        module("WindowboxHLS", "Sources/Formats/HLS", ["WindowboxMedia"]),
        module("WindowboxTransmux", "Sources/Formats/Transmux", ["WindowboxMedia"]),
        module("WindowboxDASH", "Sources/Formats/DASH", ["WindowboxMedia", "WindowboxXML", "WindowboxHLS"]),
        module("WindowboxAdMarkup", "Sources/Formats/AdMarkup", ["WindowboxMedia", "WindowboxXML", "WindowboxHLS"]),
        module("WindowboxCaptions", "Sources/Formats/Captions", ["WindowboxMedia", "WindowboxXML"]),
        module("WindowboxCaptionDrawing", "Sources/Formats/CaptionDrawing", ["WindowboxMedia", "WindowboxCaptions"]),

        // Playback
        module("WindowboxStreaming", "Sources/Playback/Streaming", ["WindowboxMedia", "WindowboxHLS"]),
        module(
            "WindowboxBrowser", "Sources/Playback/Browser",
            ["WindowboxMedia", "WindowboxHLS", "WindowboxTransmux", "WindowboxStreaming"]),
        module(
            "WindowboxTransport", "Sources/Playback/Transport",
            ["WindowboxMedia", "WindowboxHLS", "WindowboxDASH", "WindowboxStreaming", "CCurl"] + crypto("Crypto", "CryptoExtras")),
        module("WindowboxCodec", "Sources/Playback/Codec", ["WindowboxMedia", "CFFmpeg", "CSonic"]),
        module(
            "WindowboxEngine", "Sources/Playback/Engine",
            ["WindowboxMedia", "WindowboxHLS", "WindowboxCaptions", "WindowboxStreaming", "WindowboxTransport", "WindowboxCodec", "CPulse"]
                + [.product(name: "DequeModule", package: "swift-collections")]),
        module(
            "WindowboxPlayer", "Sources/Playback/Player",
            ["WindowboxMedia", "WindowboxCaptions", "WindowboxStreaming", "WindowboxTransport", "WindowboxCodec", "WindowboxEngine"]),
        module(
            "Windowbox", "Sources/Playback/Windowbox",
            [
                "WindowboxMedia", "WindowboxCaptions", "WindowboxStreaming", "WindowboxTransport", "WindowboxCodec", "WindowboxEngine",
                "WindowboxPlayer",
            ]),
        module(
            "WindowboxTesting", "Sources/Playback/Testing",
            ["WindowboxMedia", "WindowboxStreaming", "WindowboxTransport", "WindowboxEngine", "WindowboxPlayer"]),
        module(
            "WindowboxSources", "Sources/Playback/Sources",
            ["WindowboxMedia", "WindowboxStreaming", "WindowboxTransport", "WindowboxPlayer"]),
        module(
            "WindowboxMonitoring", "Sources/Playback/Monitoring",
            ["WindowboxMedia", "WindowboxStreaming", "WindowboxTransport", "WindowboxPlayer"]),
        module(
            "WindowboxControllers", "Sources/Playback/Controllers",
            ["WindowboxMedia", "WindowboxTransport", "WindowboxPlayer", "WindowboxSources"]),
        module(
            "WindowboxOffline", "Sources/Playback/Offline",
            ["WindowboxMedia", "WindowboxHLS", "WindowboxStreaming", "WindowboxTransport", "WindowboxPlayer"]),

        // Service: who uses the player builds none of it.
        module("WindowboxRecommendation", "Sources/Service/Recommendation"),
        module(
            "WindowboxCatalogue", "Sources/Service/Catalogue",
            ["WindowboxHashtags", "WindowboxContract", "WindowboxRecommendation", "CPostgres"] + grdb + sqlite + crypto("Crypto")),
        module("WindowboxOrigin", "Sources/Service/Origin", ["WindowboxMedia"] + nio("NIOCore", "NIOPosix", "NIOHTTP1")),
        module(
            "WindowboxStitcher", "Sources/Service/Stitcher",
            ["WindowboxMedia", "WindowboxHLS", "WindowboxXML", "WindowboxAdMarkup", "CZlib"]),
        module(
            "WindowboxInsertion", "Sources/Service/Insertion",
            ["WindowboxStitcher", "WindowboxHLS", "WindowboxAdMarkup", "WindowboxContract", "WindowboxCatalogue", "WindowboxPackager"]
                + nio("NIOCore", "NIOHTTP1") + extras("NIOHTTPCompression") + httpClient),
        module(
            "WindowboxPages", "Sources/Service/Pages",
            ["WindowboxMedia", "WindowboxContract", "WindowboxHashtags", "WindowboxTranslations"],
            exclude: ["Web/package.json"],
            plugins: ["EmbedAssets"]),
        .plugin(name: "EmbedAssets", capability: .buildTool(), dependencies: ["embed-assets"], path: "Plugins/EmbedAssets"),
        .executableTarget(
            name: "embed-assets", dependencies: ["WindowboxTranslations"], path: "Plugins/embed-assets", swiftSettings: settings),
        module(
            "WindowboxServer", "Sources/Service/Server",
            [
                "WindowboxMedia", "WindowboxContract", "WindowboxHashtags", "WindowboxHLS", "WindowboxCatalogue", "WindowboxOrigin",
                "WindowboxPackager", "WindowboxInsertion", "WindowboxStitcher", "WindowboxPages", "WindowboxMail",
            ] + crypto("Crypto", "CryptoExtras") + nio("NIOCore", "NIOHTTP1", "NIOPosix", "NIOWebSocket")
                + extras("NIOHTTPTypes", "NIOHTTPTypesHTTP1")
                + httpTypes + hummingbird + logging + lifecycle),
        module(
            "WindowboxPackager", "Sources/Service/Packager",
            ["WindowboxMedia", "WindowboxXML", "WindowboxHLS", "WindowboxCaptions", "WindowboxContract", "WindowboxCatalogue"]
                + crypto("Crypto") + nio("NIOCore", "NIOHTTP1", "NIOPosix") + httpClient + subprocess),

        module(
            "WindowboxMail", "Sources/Service/Mail",
            nio("NIOCore", "NIOPosix", "NIOTLS") + [.product(name: "NIOSSL", package: "swift-nio-ssl")]),
        module("WindowboxBackup", "Sources/Service/Backup", ["WindowboxCatalogue", "WindowboxPackager"] + crypto("Crypto")),

        // Experience
        module(
            "WindowboxGTK", "Sources/Experience/GTK",
            [
                "CGTK", "CX11", "WindowboxTranslations", "WindowboxMedia", "WindowboxCaptions", "WindowboxCaptionDrawing",
                "WindowboxStreaming", "WindowboxTransport", "WindowboxCodec", "WindowboxEngine", "WindowboxPlayer",
            ], plugins: ["EmbedAssets"]),
        module("WindowboxAds", "Sources/Experience/Ads", ["WindowboxMedia", "WindowboxAdMarkup", "WindowboxHLS"]),
        module(
            "WindowboxFeed", "Sources/Experience/Feed",
            ["WindowboxContract", "WindowboxTranslations", "WindowboxMedia", "WindowboxStreaming", "WindowboxTransport", "WindowboxPlayer"]
                + nio("NIOCore", "NIOHTTP1", "NIOPosix", "NIOWebSocket") + [.product(name: "NIOSSL", package: "swift-nio-ssl")],
            plugins: ["EmbedAssets"]),
        module(
            "WindowboxFeedViews", "Sources/Experience/FeedViews",
            [
                "WindowboxFeed", "WindowboxGTK", "WindowboxContract", "WindowboxMedia", "WindowboxCaptions", "WindowboxStreaming",
                "WindowboxTransport", "WindowboxEngine", "WindowboxPlayer",
            ], plugins: ["EmbedAssets"]),
        module(
            "WindowboxAdPlayback", "Sources/Experience/AdPlayback",
            [
                "WindowboxAds", "WindowboxAdMarkup", "WindowboxHLS", "WindowboxMedia", "WindowboxStreaming", "WindowboxTransport",
                "WindowboxEngine", "WindowboxPlayer",
            ]),
        module(
            "WindowboxFeedAds", "Sources/Experience/FeedAds",
            ["WindowboxAdPlayback", "WindowboxAdMarkup", "WindowboxFeed", "WindowboxContract", "WindowboxPlayer"]),
        module("WindowboxDesktop", "Sources/Experience/Desktop", ["CGIO", "WindowboxMedia", "WindowboxTransport", "WindowboxPlayer"]),
        module(
            "WindowboxCasting", "Sources/Experience/Casting",
            [
                "WindowboxXML", "WindowboxMedia", "WindowboxHLS", "WindowboxStreaming", "WindowboxTransport", "WindowboxCodec",
                "WindowboxEngine", "WindowboxPlayer",
            ] + nio("NIOCore", "NIOHTTP1", "NIOPosix")),

        // Of the desktop app alone: who uses the player need not build GRDB.
        module(
            "WindowboxLibrary", "Sources/Experience/Library",
            ["WindowboxMedia", "WindowboxCodec", "WindowboxEngine", "WindowboxPlayer"] + grdb),

        // The C API
        .target(
            name: "CWindowbox", dependencies: ["CGTK"], path: "Sources/CAPI/Objects",
            cSettings: [.define("G_LOG_DOMAIN", to: "\"Windowbox\""), .headerSearchPath(".")]),
        .target(
            name: "WindowboxBridge",
            dependencies: [
                "CWindowbox", "WindowboxGTK", "WindowboxPlayer", "WindowboxEngine", "WindowboxCodec", "WindowboxTransport",
                "WindowboxCaptions", "WindowboxMedia",
            ],
            path: "Sources/CAPI/Bridge", swiftSettings: settings, linkerSettings: sharedLibrary),

        // Executables
        .executableTarget(
            name: "windowbox",
            dependencies: [
                "WindowboxMedia", "WindowboxHLS", "WindowboxXML", "WindowboxAdMarkup", "WindowboxCaptions", "WindowboxStreaming",
                "WindowboxTransport", "WindowboxCodec", "WindowboxEngine", "WindowboxPlayer", "WindowboxOffline", "WindowboxOrigin",
                "WindowboxCasting", "WindowboxAds", "WindowboxStitcher", "WindowboxContract", "WindowboxHashtags", "WindowboxBrowser",
                "WindowboxCaptionDrawing",
            ] + arguments,
            path: "Sources/Command", swiftSettings: settings, linkerSettings: program),
        .executableTarget(
            name: "windowbox-desktop",
            dependencies: [
                "WindowboxGTK", "WindowboxDesktop", "WindowboxCasting", "WindowboxLibrary", "WindowboxPlayer", "WindowboxEngine",
                "WindowboxCodec", "WindowboxTransport", "WindowboxMedia", "WindowboxStreaming", "WindowboxAds", "WindowboxAdPlayback",
                "WindowboxFeedAds", "WindowboxFeed", "WindowboxFeedViews", "WindowboxContract", "WindowboxTranslations",
            ],
            path: "Sources/Desktop", swiftSettings: settings, linkerSettings: program, plugins: ["EmbedAssets"]),
        .executableTarget(
            name: "windowbox-service",
            dependencies: [
                "WindowboxServer", "WindowboxCatalogue", "WindowboxPackager", "WindowboxBackup", "WindowboxMail", "WindowboxRecommendation",
                "CMalloc",
            ] + arguments + logging
                + lifecycle
                + signals,
            path: "Sources/Serve", swiftSettings: settings, linkerSettings: program),
        .executableTarget(
            name: "windowbox-ingest",
            dependencies: ["WindowboxPackager", "WindowboxCatalogue", "WindowboxContract"] + arguments,
            path: "Sources/Ingest", swiftSettings: settings, linkerSettings: program),

        example("SimplePlayer"), example("CustomControls"), example("ContinuousPlayback"), example("TwoPlayers"),
        example("Shop", ["WindowboxFeed", "WindowboxFeedViews", "WindowboxContract"]),
        example("FeedApp", ["WindowboxFeed", "WindowboxFeedViews"]), example("StoryInPage", ["WindowboxFeed", "WindowboxFeedViews"]),

        module(
            "WindowboxKit", "Tests/Kit",
            [
                "WindowboxMedia", "WindowboxHLS", "WindowboxStreaming", "WindowboxTransport", "WindowboxCodec", "WindowboxEngine",
                "WindowboxOrigin",
            ]),
        tests("KitTests", "Tests/KitTests", ["WindowboxKit"]),
        tests("MediaTests", "Tests/Formats/MediaTests", ["WindowboxMedia", "WindowboxKit"]),
        tests("TranslationsTests", "Tests/Formats/TranslationsTests", ["WindowboxTranslations", "embed-assets"]),
        tests("XMLTests", "Tests/Formats/XMLTests", ["WindowboxXML"]),
        tests("AdMarkupTests", "Tests/Formats/AdMarkupTests", ["WindowboxAdMarkup", "WindowboxXML", "WindowboxMedia"]),
        tests("AdsTests", "Tests/Experience/AdsTests", ["WindowboxAds", "WindowboxAdMarkup", "WindowboxMedia"]),
        module("WindowboxFeedKit", "Tests/Experience/FeedKit", ["WindowboxFeed", "WindowboxContract", "WindowboxTransport"]),
        tests(
            "FeedTests", "Tests/Experience/FeedTests",
            [
                "WindowboxFeed", "WindowboxContract", "WindowboxPlayer", "WindowboxTransport", "WindowboxKit", "WindowboxFeedKit",
                "WindowboxTranslations",
            ]),
        tests("TransmuxTests", "Tests/Formats/TransmuxTests", ["WindowboxTransmux", "WindowboxMedia", "WindowboxKit"]),
        tests("HLSTests", "Tests/Formats/HLSTests", ["WindowboxHLS", "WindowboxMedia", "WindowboxKit"]),
        tests("DASHTests", "Tests/Formats/DASHTests", ["WindowboxDASH", "WindowboxHLS", "WindowboxMedia"]),
        tests("CaptionsTests", "Tests/Formats/CaptionsTests", ["WindowboxCaptions", "WindowboxMedia"]),
        tests("HashtagsTests", "Tests/Formats/HashtagsTests", ["WindowboxHashtags"]),
        tests("ContractTests", "Tests/Formats/ContractTests", ["WindowboxContract"]),
        tests("StreamingTests", "Tests/Playback/StreamingTests", ["WindowboxStreaming", "WindowboxHLS", "WindowboxMedia", "WindowboxKit"]),
        tests(
            "BrowserTests", "Tests/Playback/BrowserTests",
            ["WindowboxBrowser", "WindowboxStreaming", "WindowboxMedia", "WindowboxOrigin", "WindowboxKit"]),
        tests(
            "TransportTests", "Tests/Playback/TransportTests",
            ["WindowboxTransport", "WindowboxStreaming", "WindowboxMedia", "WindowboxOrigin", "WindowboxKit", "CCurl"]
                + nio("NIOCore", "NIOHTTP1", "NIOPosix") + [
                    .product(name: "NIOHTTP2", package: "swift-nio-http2"), .product(name: "NIOSSL", package: "swift-nio-ssl"),
                ]),
        tests("CodecTests", "Tests/Playback/CodecTests", ["WindowboxCodec", "WindowboxMedia", "WindowboxKit", "CFFmpeg"]),
        tests(
            "EngineTests", "Tests/Playback/EngineTests",
            [
                "WindowboxCaptions", "WindowboxEngine", "WindowboxStreaming", "WindowboxHLS", "WindowboxCodec", "WindowboxMedia",
                "WindowboxOrigin",
                "WindowboxKit", "CPulse",
            ]),
        tests(
            "PlayerTests", "Tests/Playback/PlayerTests",
            [
                "WindowboxPlayer", "WindowboxTesting", "WindowboxEngine", "WindowboxCodec", "WindowboxCaptions", "WindowboxTransport",
                "WindowboxStreaming", "WindowboxHLS", "WindowboxMedia", "WindowboxOrigin", "WindowboxKit",
            ]),
        tests(
            "TestingTests", "Tests/Playback/TestingTests",
            ["WindowboxTesting", "WindowboxPlayer", "WindowboxEngine", "WindowboxStreaming", "WindowboxMedia"]),
        tests(
            "SourcesTests", "Tests/Playback/SourcesTests",
            [
                "WindowboxSources", "WindowboxPlayer", "WindowboxEngine", "WindowboxTransport", "WindowboxStreaming", "WindowboxMedia",
                "WindowboxOrigin", "WindowboxKit",
            ]),
        tests(
            "MonitoringTests", "Tests/Playback/MonitoringTests",
            [
                "WindowboxMonitoring", "WindowboxPlayer", "WindowboxEngine", "WindowboxTransport", "WindowboxStreaming", "WindowboxMedia",
                "WindowboxOrigin", "WindowboxKit",
            ]),
        tests(
            "ControllersTests", "Tests/Playback/ControllersTests",
            [
                "WindowboxControllers", "WindowboxSources", "WindowboxPlayer", "WindowboxEngine", "WindowboxTransport", "WindowboxMedia",
                "WindowboxKit",
            ]),
        tests(
            "OfflineTests", "Tests/Playback/OfflineTests",
            [
                "WindowboxOffline", "WindowboxPlayer", "WindowboxEngine", "WindowboxTransport", "WindowboxStreaming", "WindowboxHLS",
                "WindowboxMedia", "WindowboxOrigin", "WindowboxKit",
            ]),
        tests("StitcherTests", "Tests/Service/StitcherTests", ["WindowboxStitcher", "WindowboxHLS", "WindowboxAdMarkup", "CZlib"]),
        tests(
            "PackagerTests", "Tests/Service/PackagerTests",
            [
                "WindowboxPackager", "WindowboxCatalogue", "WindowboxContract", "WindowboxEngine", "WindowboxStreaming",
                "WindowboxTransport", "WindowboxHLS", "WindowboxMedia", "WindowboxOrigin", "WindowboxKit", "WindowboxServiceKit",
                "windowbox-ingest",
            ] + nio("NIOCore")),
        tests("RecommendationTests", "Tests/Service/RecommendationTests", ["WindowboxRecommendation"]),
        tests(
            "MailTests", "Tests/Service/MailTests",
            ["WindowboxMail", "WindowboxServiceKit", "WindowboxKit"] + nio("NIOCore", "NIOPosix")),
        tests(
            "CatalogueTests", "Tests/Service/CatalogueTests",
            ["WindowboxCatalogue", "WindowboxContract", "WindowboxHashtags", "WindowboxServiceKit"]),
        tests(
            "BackupTests", "Tests/Service/BackupTests",
            [
                "WindowboxBackup", "WindowboxCatalogue", "WindowboxPackager", "WindowboxContract", "WindowboxKit", "WindowboxServiceKit",
                "windowbox-service",
            ]),
        module("WindowboxServerKit", "Tests/Service/ServerKit", ["WindowboxServer"] + logging + lifecycle),
        module("WindowboxServiceKit", "Tests/Service/Kit", ["WindowboxContract", "WindowboxTransport", "WindowboxOrigin", "WindowboxKit"]),
        tests(
            "ServerTests", "Tests/Service/ServerTests",
            [
                "WindowboxServer", "WindowboxInsertion", "WindowboxStitcher", "WindowboxCatalogue", "WindowboxContract",
                "WindowboxPackager", "WindowboxHLS", "WindowboxOrigin", "WindowboxKit", "WindowboxServiceKit", "WindowboxServerKit",
                "WindowboxXML", "WindowboxMail", "windowbox-service",
            ] + nio("NIOCore", "NIOEmbedded", "NIOHTTP1", "NIOPosix", "NIOWebSocket") + extras("NIOHTTPTypes") + httpClient
                + httpTypes + logging + lifecycle),
        tests(
            "ServicePlaybackTests", "Tests/Service/ServicePlaybackTests",
            [
                "WindowboxServer", "WindowboxPackager", "WindowboxCatalogue", "WindowboxContract", "WindowboxSources", "WindowboxPlayer",
                "WindowboxEngine", "WindowboxTransport", "WindowboxStreaming", "WindowboxMedia", "WindowboxKit", "windowbox-service",
                "windowbox-ingest", "WindowboxServerKit",
            ]),
        tests(
            "FeedServiceTests", "Tests/Service/FeedServiceTests",
            ["WindowboxFeed", "WindowboxServer", "WindowboxServerKit", "WindowboxCatalogue", "WindowboxContract", "WindowboxTransport"]),
        tests(
            "InsertionTests", "Tests/Service/InsertionTests",
            [
                "WindowboxInsertion", "WindowboxServer", "WindowboxStitcher", "WindowboxCatalogue", "WindowboxContract",
                "WindowboxPackager", "WindowboxHLS", "WindowboxOrigin", "WindowboxTransport", "WindowboxStreaming", "WindowboxAdPlayback",
                "WindowboxAds", "WindowboxAdMarkup",
                "WindowboxPlayer", "WindowboxEngine", "WindowboxFeedAds", "WindowboxFeed", "WindowboxMedia", "WindowboxCaptions",
                "WindowboxGTK", "WindowboxKit", "WindowboxServiceKit", "WindowboxFeedKit", "windowbox-service", "windowbox-desktop",
            ] + nio("NIOCore") + httpTypes),
        tests(
            "PagesTests", "Tests/Service/PagesTests",
            [
                "WindowboxPages", "WindowboxServer", "WindowboxCatalogue", "WindowboxContract", "WindowboxPackager", "WindowboxOrigin",
                "WindowboxKit", "WindowboxServiceKit", "WindowboxTranslations", "windowbox-service", "windowbox-ingest", "windowbox",
                "embed-assets",
            ] + nio("NIOCore", "NIOHTTP1", "NIOPosix") + httpClient + logging + lifecycle),
        tests("OriginTests", "Tests/Service/OriginTests", ["WindowboxOrigin", "WindowboxKit"]),
        tests(
            "FeedViewsTests", "Tests/Experience/FeedViewsTests",
            [
                "WindowboxFeedViews", "WindowboxFeed", "WindowboxGTK", "WindowboxContract", "WindowboxMedia", "WindowboxTransport",
                "WindowboxEngine", "WindowboxPlayer", "WindowboxOrigin", "WindowboxKit", "CGTK",
            ]),
        tests(
            "GTKTests", "Tests/Experience/GTKTests",
            [
                "WindowboxGTK", "WindowboxMedia", "WindowboxCaptions", "WindowboxCaptionDrawing", "WindowboxTransport", "WindowboxCodec",
                "WindowboxStreaming", "WindowboxEngine", "WindowboxPlayer", "WindowboxTesting", "WindowboxFeed", "WindowboxFeedViews",
                "WindowboxContract", "WindowboxLibrary", "WindowboxOrigin", "WindowboxKit", "WindowboxFeedKit", "windowbox",
                "windowbox-desktop", "CGTK",
            ] + arguments),
        tests(
            "DesktopTests", "Tests/Experience/DesktopTests",
            ["WindowboxDesktop", "WindowboxPlayer", "WindowboxEngine", "WindowboxMedia", "WindowboxTransport", "WindowboxKit", "CGIO"]),
        tests(
            "ExamplesTests", "Tests/Experience/ExamplesTests",
            ["WindowboxKit", "WindowboxOrigin", "CGTK", "WindowboxServer", "WindowboxServerKit", "WindowboxCatalogue", "WindowboxContract"]),
        tests(
            "LibraryTests", "Tests/Experience/LibraryTests",
            ["WindowboxLibrary", "WindowboxPlayer", "WindowboxMedia", "WindowboxKit"] + grdb),
        tests(
            "DesktopAppTests", "Tests/DesktopAppTests",
            ["windowbox-desktop", "WindowboxGTK", "WindowboxTranslations", "WindowboxTransport", "WindowboxEngine", "WindowboxMedia"]),
        tests(
            "CastingTests", "Tests/Experience/CastingTests",
            [
                "WindowboxCasting", "WindowboxPlayer", "WindowboxEngine", "WindowboxTransport", "WindowboxStreaming", "WindowboxMedia",
                "WindowboxOrigin", "WindowboxKit", "WindowboxXML", "windowbox",
            ]),
        // The library's symbols are hidden, so the tests are programs in C and Python, which use it as others do.
        tests("CAPITests", "Tests/CAPITests", ["WindowboxKit"], exclude: ["Programs"]),
        tests(
            "CommandTests", "Tests/CommandTests",
            [
                "WindowboxStreaming", "WindowboxMedia", "WindowboxTransport", "WindowboxOffline", "WindowboxContract", "WindowboxKit",
                "windowbox",
                "WindowboxCaptionDrawing",
            ] + arguments),
    ]
)

// Under a sanitizer everything is built a second time: `make tsan` leaves out what none of its tests needs.
if let wing = Context.environment["WINDOWBOX_TESTS"] {
    package.targets.removeAll { $0.type == .test && !"\($0.path ?? "")/".hasPrefix("Tests/\(wing)/") }
}
