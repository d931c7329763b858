// swift-tools-version:6.2
// SPDX-License-Identifier: Apache-2.0

// The architecture on one page. Wings are folders, targets are their rooms, and dependencies point only downwards:
//
//   Command, Desktop, Serve, Ingest   the executables
//   Experience                GTK, Desktop, Casting, Library, Ads
//   Service                   Server, Packager > Catalogue > Contract, Hashtags; Stitcher; Origin
//   Playback                  Controllers > Sources, Monitoring, Offline > Player > Engine > Codec, Transport > Streaming
//   Formats                   HLS, Captions, AdMarkup > Media, XML; Contract, Hashtags
//   System                    C libraries, each imported by exactly one Swift target and never re-exported

import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

func room(_ name: String, _ path: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
}

func tests(_ name: String, _ path: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
}

// What a program loads at its start and keeps in memory from its own file: Swift's libraries inside, so that fourteen thousand
// symbols need not be looked up; relocations packed; no table of symbols that nobody asks for.
let program: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-static-stdlib", "-lCoreFoundation", "-l_FoundationICU", "-l_FoundationCShims", "-l_FoundationCollections", "-use-ld=lld",
            "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs", "-Xlinker", "--no-export-dynamic", "-Xlinker", "--icf=safe",
        ],
        .when(platforms: [.linux], configuration: .release))
]

func example(_ name: String) -> Target {
    .executableTarget(
        name: name,
        dependencies: ["WindowboxMedia", "WindowboxTransport", "WindowboxEngine", "WindowboxPlayer", "WindowboxGTK"],
        path: "Examples/\(name)", swiftSettings: settings)
}

func library(_ name: String) -> Product { .library(name: name, targets: [name]) }

let package = Package(
    name: "windowbox",
    products: [
        library("WindowboxMedia"), library("WindowboxHLS"), library("WindowboxXML"), library("WindowboxAdMarkup"),
        library("WindowboxCaptions"),
        library("WindowboxStreaming"), library("WindowboxTransport"), library("WindowboxCodec"),
        library("WindowboxEngine"), library("WindowboxPlayer"),
        library("WindowboxSources"), library("WindowboxControllers"), library("WindowboxMonitoring"),
        library("WindowboxOffline"),
        library("WindowboxGTK"), library("WindowboxDesktop"), library("WindowboxCasting"), library("WindowboxAds"),
        .executable(name: "windowbox", targets: ["windowbox"]),
        .executable(name: "windowbox-desktop", targets: ["windowbox-desktop"]),
        .executable(name: "windowbox-service", targets: ["windowbox-service"]),
        .executable(name: "windowbox-ingest", targets: ["windowbox-ingest"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.24.0"),
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
        .systemLibrary(
            name: "CSonic", path: "Sources/System/CSonic", providers: [.apt(["libsonic-dev"])]),
        .systemLibrary(
            name: "CPulse", path: "Sources/System/CPulse", pkgConfig: "libpulse", providers: [.apt(["libpulse-dev"])]),
        .systemLibrary(
            name: "CGTK", path: "Sources/System/CGTK", pkgConfig: "libadwaita-1",
            providers: [.apt(["libadwaita-1-dev", "libgtk-4-dev", "libx11-dev", "libopengl-dev"])]),

        .systemLibrary(name: "CX11", path: "Sources/System/CX11", providers: [.apt(["libx11-dev"])]),
        .systemLibrary(
            name: "CGIO", path: "Sources/System/CGIO", pkgConfig: "gio-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(name: "CXML", path: "Sources/System/CXML", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),

        .systemLibrary(
            name: "CPostgres", path: "Sources/System/CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),

        // Formats
        room("WindowboxHashtags", "Sources/Formats/Hashtags"),
        room("WindowboxContract", "Sources/Formats/Contract"),
        room("WindowboxMedia", "Sources/Formats/Media"),
        room("WindowboxXML", "Sources/Formats/XML", ["CXML"]),
        room("WindowboxHLS", "Sources/Formats/HLS", ["WindowboxMedia"]),
        room("WindowboxAdMarkup", "Sources/Formats/AdMarkup", ["WindowboxXML"]),
        room("WindowboxCaptions", "Sources/Formats/Captions", ["WindowboxMedia", "WindowboxXML"]),

        // Playback
        room("WindowboxStreaming", "Sources/Playback/Streaming", ["WindowboxMedia", "WindowboxHLS"]),
        room(
            "WindowboxTransport", "Sources/Playback/Transport",
            [
                "WindowboxMedia", "WindowboxStreaming",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTPCompression", package: "swift-nio-extras"), .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "Crypto", package: "swift-crypto"), .product(name: "CryptoExtras", package: "swift-crypto"),
            ]),
        room("WindowboxCodec", "Sources/Playback/Codec", ["WindowboxMedia", "CFFmpeg", "CSonic"]),
        room(
            "WindowboxEngine", "Sources/Playback/Engine",
            [
                "WindowboxMedia", "WindowboxHLS", "WindowboxStreaming", "WindowboxTransport", "WindowboxCodec", "CPulse",
                .product(name: "DequeModule", package: "swift-collections"),
            ]),
        room(
            "WindowboxPlayer", "Sources/Playback/Player",
            ["WindowboxMedia", "WindowboxStreaming", "WindowboxTransport", "WindowboxCodec", "WindowboxEngine"]),
        room(
            "WindowboxSources", "Sources/Playback/Sources",
            ["WindowboxMedia", "WindowboxStreaming", "WindowboxTransport", "WindowboxPlayer"]),
        room(
            "WindowboxMonitoring", "Sources/Playback/Monitoring",
            ["WindowboxMedia", "WindowboxStreaming", "WindowboxTransport", "WindowboxPlayer"]),
        room(
            "WindowboxControllers", "Sources/Playback/Controllers",
            ["WindowboxMedia", "WindowboxTransport", "WindowboxPlayer", "WindowboxSources"]),
        room(
            "WindowboxOffline", "Sources/Playback/Offline",
            ["WindowboxMedia", "WindowboxHLS", "WindowboxStreaming", "WindowboxTransport", "WindowboxPlayer"]),

        // Service: who uses the player builds none of it.
        room(
            "WindowboxCatalogue", "Sources/Service/Catalogue",
            ["WindowboxHashtags", "WindowboxContract", "CPostgres", .product(name: "GRDB", package: "GRDB.swift")]),
        room(
            "WindowboxOrigin", "Sources/Service/Origin",
            [
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ]),

        room("WindowboxStitcher", "Sources/Service/Stitcher", ["WindowboxMedia", "WindowboxHLS", "WindowboxAdMarkup"]),
        room(
            "WindowboxServer", "Sources/Service/Server",
            [
                "WindowboxContract", "WindowboxHashtags", "WindowboxCatalogue", "WindowboxOrigin",
                .product(name: "Crypto", package: "swift-crypto"), .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HummingbirdCore", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        room(
            "WindowboxPackager", "Sources/Service/Packager",
            [
                "WindowboxMedia", "WindowboxXML", "WindowboxHLS", "WindowboxCaptions", "WindowboxContract", "WindowboxCatalogue",
                .product(name: "AsyncHTTPClient", package: "async-http-client"), .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"), .product(name: "Subprocess", package: "swift-subprocess"),
            ]),

        // Experience
        room(
            "WindowboxGTK", "Sources/Experience/GTK",
            [
                "CGTK", "CX11", "WindowboxMedia", "WindowboxCaptions", "WindowboxStreaming", "WindowboxCodec", "WindowboxEngine",
                "WindowboxPlayer",
            ]),
        room("WindowboxAds", "Sources/Experience/Ads", ["WindowboxAdMarkup", "WindowboxHLS"]),
        room("WindowboxDesktop", "Sources/Experience/Desktop", ["CGIO", "WindowboxMedia", "WindowboxPlayer"]),
        room(
            "WindowboxCasting", "Sources/Experience/Casting",
            [
                "WindowboxXML", "WindowboxMedia", "WindowboxHLS", "WindowboxStreaming", "WindowboxTransport", "WindowboxCodec",
                "WindowboxEngine", "WindowboxPlayer", .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),

        // Of the desktop app alone: who uses the player need not build GRDB.
        room(
            "WindowboxLibrary", "Sources/Experience/Library",
            ["WindowboxMedia", "WindowboxPlayer", .product(name: "GRDB", package: "GRDB.swift")]),

        // Executables
        .executableTarget(
            name: "windowbox",
            dependencies: [
                "WindowboxMedia", "WindowboxHLS", "WindowboxXML", "WindowboxAdMarkup", "WindowboxCaptions", "WindowboxStreaming",
                "WindowboxTransport", "WindowboxCodec", "WindowboxEngine", "WindowboxPlayer", "WindowboxOffline", "WindowboxOrigin",
                "WindowboxCasting", "WindowboxAds", "WindowboxStitcher",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/Command", swiftSettings: settings, linkerSettings: program),
        .executableTarget(
            name: "windowbox-desktop",
            dependencies: [
                "WindowboxGTK", "WindowboxDesktop", "WindowboxCasting", "WindowboxLibrary", "WindowboxPlayer", "WindowboxEngine",
                "WindowboxCodec", "WindowboxTransport", "WindowboxMedia",
            ],
            path: "Sources/Desktop", swiftSettings: settings, linkerSettings: program),

        .executableTarget(
            name: "windowbox-service",
            dependencies: [
                "WindowboxServer", "WindowboxCatalogue", .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            path: "Sources/Serve", swiftSettings: settings, linkerSettings: program),
        .executableTarget(
            name: "windowbox-ingest",
            dependencies: [
                "WindowboxPackager", "WindowboxCatalogue", "WindowboxContract",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/Ingest", swiftSettings: settings, linkerSettings: program),

        // Examples
        example("SimplePlayer"), example("CustomControls"), example("ContinuousPlayback"), example("TwoPlayers"),

        // Tests
        room(
            "WindowboxKit", "Tests/Kit",
            [
                "WindowboxMedia", "WindowboxHLS", "WindowboxStreaming", "WindowboxTransport", "WindowboxCodec", "WindowboxEngine",
                "WindowboxOrigin",
            ]),
        tests("KitTests", "Tests/KitTests", ["WindowboxKit"]),
        tests("MediaTests", "Tests/Formats/MediaTests", ["WindowboxMedia", "WindowboxKit"]),
        tests("XMLTests", "Tests/Formats/XMLTests", ["WindowboxXML"]),
        tests("AdMarkupTests", "Tests/Formats/AdMarkupTests", ["WindowboxAdMarkup", "WindowboxXML"]),
        tests("AdsTests", "Tests/Experience/AdsTests", ["WindowboxAds", "WindowboxAdMarkup"]),
        tests("HLSTests", "Tests/Formats/HLSTests", ["WindowboxHLS", "WindowboxMedia", "WindowboxKit"]),
        tests("CaptionsTests", "Tests/Formats/CaptionsTests", ["WindowboxCaptions", "WindowboxMedia"]),
        tests("HashtagsTests", "Tests/Formats/HashtagsTests", ["WindowboxHashtags"]),
        tests("ContractTests", "Tests/Formats/ContractTests", ["WindowboxContract"]),
        tests("StreamingTests", "Tests/Playback/StreamingTests", ["WindowboxStreaming", "WindowboxHLS", "WindowboxMedia", "WindowboxKit"]),
        tests(
            "TransportTests", "Tests/Playback/TransportTests",
            ["WindowboxTransport", "WindowboxStreaming", "WindowboxMedia", "WindowboxOrigin", "WindowboxKit"]),
        tests("CodecTests", "Tests/Playback/CodecTests", ["WindowboxCodec", "WindowboxMedia", "WindowboxKit"]),
        tests(
            "EngineTests", "Tests/Playback/EngineTests",
            ["WindowboxEngine", "WindowboxStreaming", "WindowboxCodec", "WindowboxMedia", "WindowboxOrigin", "WindowboxKit"]),
        tests(
            "PlayerTests", "Tests/Playback/PlayerTests",
            ["WindowboxPlayer", "WindowboxEngine", "WindowboxTransport", "WindowboxStreaming", "WindowboxMedia", "WindowboxKit"]),
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
        tests("StitcherTests", "Tests/Service/StitcherTests", ["WindowboxStitcher", "WindowboxHLS", "WindowboxAdMarkup"]),
        tests(
            "PackagerTests", "Tests/Service/PackagerTests",
            [
                "WindowboxPackager", "WindowboxCatalogue", "WindowboxContract", "WindowboxEngine", "WindowboxStreaming",
                "WindowboxTransport",
                "WindowboxHLS", "WindowboxMedia", "WindowboxOrigin", "WindowboxKit", "windowbox-ingest",
            ]),
        tests(
            "CatalogueTests", "Tests/Service/CatalogueTests", ["WindowboxCatalogue", "WindowboxContract", "WindowboxHashtags"]),
        tests(
            "ServerTests", "Tests/Service/ServerTests",
            [
                "WindowboxServer", "WindowboxCatalogue", "WindowboxContract", "windowbox-service",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"), .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        tests(
            "ServicePlaybackTests", "Tests/Service/ServicePlaybackTests",
            [
                "WindowboxServer", "WindowboxCatalogue", "WindowboxContract", "WindowboxSources", "WindowboxPlayer", "WindowboxEngine",
                "WindowboxTransport", "WindowboxMedia", "WindowboxKit", .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        tests("OriginTests", "Tests/Service/OriginTests", ["WindowboxOrigin", "WindowboxKit"]),
        tests(
            "GTKTests", "Tests/Experience/GTKTests",
            [
                "WindowboxGTK", "WindowboxMedia", "WindowboxCaptions", "WindowboxTransport", "WindowboxCodec", "WindowboxEngine",
                "WindowboxPlayer",
                "WindowboxLibrary", "WindowboxOrigin", "WindowboxKit", "windowbox-desktop", "CGTK",
            ]),
        tests(
            "DesktopTests", "Tests/Experience/DesktopTests",
            ["WindowboxDesktop", "WindowboxPlayer", "WindowboxEngine", "WindowboxMedia", "WindowboxKit", "CGIO"]),
        tests("ExamplesTests", "Tests/Experience/ExamplesTests", ["WindowboxKit", "WindowboxOrigin", "CGTK"]),
        tests(
            "LibraryTests", "Tests/Experience/LibraryTests",
            ["WindowboxLibrary", "WindowboxPlayer", "WindowboxMedia", "WindowboxKit", .product(name: "GRDB", package: "GRDB.swift")]),
        tests(
            "DesktopAppTests", "Tests/DesktopAppTests",
            ["windowbox-desktop", "WindowboxTransport", "WindowboxEngine"]),
        tests(
            "CastingTests", "Tests/Experience/CastingTests",
            [
                "WindowboxCasting", "WindowboxPlayer", "WindowboxEngine", "WindowboxTransport", "WindowboxStreaming", "WindowboxMedia",
                "WindowboxOrigin", "WindowboxKit", "WindowboxXML", "windowbox",
                .product(name: "AsyncHTTPClient", package: "async-http-client"), .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ]),
        tests(
            "CommandTests", "Tests/CommandTests",
            [
                "WindowboxStreaming", "WindowboxOffline", "WindowboxKit", "windowbox",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
    ]
)

// The documentation is built with a plugin that nobody who uses the package should have to fetch (Scripts/docs.sh).
if Context.environment["WINDOWBOX_DOCS"] != nil {
    package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}
