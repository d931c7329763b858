// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Testing

@testable import WindowboxLibrary

@MainActor @Suite struct BrokenLibraryTests {
    private let folder: Folder
    private let moment = Date(timeIntervalSince1970: 1_700_000_000)

    init() throws { folder = try Folder() }

    private func fill() async throws {
        let library = Library(at: folder.library)
        library.open("kept", at: moment)
        library.settings.volume = 0.5
        await library.settle()
        try #require(library.problem == nil)
    }

    private func isKeeping(_ library: Library) -> Bool {
        library.open("new", title: "New", at: moment + 5)
        library.leave("new", at: 100, of: 600)
        return library.items.first?.title == "New" && library.resumePosition(of: "new") == 100
    }

    @Test("A file that is no database is set aside, and a new one created", arguments: [0, 1, 2])
    func noDatabase(_ kind: Int) async throws {
        try await fill()
        let damage = [
            Data("this is a letter to my aunt, not a database\n".utf8), Data(repeating: 0xA5, count: 8192),
            Data("SQLite format 3\0".utf8) + Data(repeating: 0xFF, count: 4080),
        ][kind]
        for part in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: folder.library.path + part) }
        try damage.write(to: folder.library)
        let library = Library(at: folder.library, now: moment) { _ in }
        #expect(library.problem?.isDamage == true)
        #expect(library.items.isEmpty)
        #expect(isKeeping(library))
        await library.settle()
        #expect(Library(at: folder.library).items.map(\.address) == ["new"])
        let aside = folder.library.deletingLastPathComponent().appending(path: "library.damaged-1700000000.sqlite")
        #expect(try Data(contentsOf: aside) == damage)
    }

    @Test("A database with foreign tables is set aside")
    func foreignTables() throws {
        try FileManager.default.createDirectory(at: folder.library.deletingLastPathComponent(), withIntermediateDirectories: true)
        try DatabaseQueue(path: folder.library.path).write { try $0.execute(sql: "CREATE TABLE item (something)") }
        let library = Library(at: folder.library, now: moment) { _ in }
        #expect(library.problem?.isDamage == true)
        #expect(isKeeping(library))
        #expect(folder.names.contains("library.damaged-1700000000.sqlite"))
    }

    @Test("Files damaged twice in a second are both kept")
    func damagedTwice() throws {
        for _ in 0..<2 {
            try FileManager.default.createDirectory(at: folder.library.deletingLastPathComponent(), withIntermediateDirectories: true)
            for part in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: folder.library.path + part) }
            try Data("not a database, however long one looks at it".utf8).write(to: folder.library)
            #expect(Library(at: folder.library, now: moment) { _ in }.problem?.isDamage == true)
        }
        #expect(folder.names.filter { $0.contains("damaged") && $0.hasSuffix(".sqlite") }.count == 2)
    }

    @Test("An empty file becomes a library")
    func emptyFile() throws {
        try FileManager.default.createDirectory(at: folder.library.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: folder.library)
        #expect(Library(at: folder.library).problem == nil)
    }

    @Test("A file of a newer version is left unchanged")
    func newer() async throws {
        try await fill()
        try await DatabaseQueue(path: folder.library.path).write {
            try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('9 of tomorrow')")
        }
        let library = Library(at: folder.library)
        #expect(library.problem?.isFromNewerVersion == true)
        #expect(isKeeping(library))
        await library.settle()
        let addresses = try await DatabaseQueue(path: folder.library.path).read { try String.fetchAll($0, sql: "SELECT address FROM item") }
        #expect(addresses == ["kept"])
    }

    @Test("Without a writable file everything works in memory")
    func nowhere() throws {
        let file = folder.url.appending(path: "file")
        try Data("x".utf8).write(to: file)
        let library = Library(at: file.appending(path: "windowbox/library.sqlite"))
        #expect(library.problem?.isUnwritable == true)
        #expect(isKeeping(library))
        #expect(try Data(contentsOf: file) == Data("x".utf8))
    }

    @Test("A folder in the file's place is neither read nor removed")
    func folderInPlace() throws {
        try FileManager.default.createDirectory(at: folder.library, withIntermediateDirectories: true)
        let library = Library(at: folder.library)
        #expect(library.problem?.isUnwritable == true)
        #expect(isKeeping(library))
    }

    @Test("A read-only file is read, and failed writes are reported once and stay in memory")
    func readOnly() async throws {
        try await fill()
        let library = Library(at: folder.library) { try $0.execute(sql: "PRAGMA query_only = 1") }
        #expect(library.items.map(\.address) == ["kept"])
        #expect(isKeeping(library))
        await library.settle()
        #expect(library.problem?.isUnwritable == true)
        #expect(Library(at: folder.library).items.map(\.address) == ["kept"])
    }

    @Test("A full disk is reported once, and pending changes are written when there is room again")
    func full() async throws {
        try await fill()
        let library = Library(at: folder.library)
        let queue = try #require(library.file?.queue)
        // The limit can't be below the current size: SQLite has no room for another page.
        try await queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = 1") }
        library.open("big", title: String(repeating: "x", count: 100_000), at: moment + 1)
        await library.settle()
        #expect(library.problem?.isFullDisk == true)
        #expect(library.items.first?.address == "big")
        #expect(Library(at: folder.library).items.map(\.address) == ["kept"])

        try await queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = 1000000") }
        library.open("small", at: moment + 2)
        await library.settle()
        #expect(Library(at: folder.library).items.map(\.address) == ["small", "big", "kept"])
    }

    @Test("A locked file is not waited for long, and stays unchanged")
    func locked() async throws {
        try await fill()
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: folder.library.path, configuration: configuration)
        try await other.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; UPDATE item SET title = 'held'")
        }
        let library = Library(at: folder.library)
        #expect(library.problem?.isLock == true)
        #expect(isKeeping(library))
        try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        try other.close()
        #expect(Library(at: folder.library).items.map(\.address) == ["kept"])
    }

    @Test("Pending changes keep the last value of each item, up to a limit")
    func backlog() {
        var backlog = Backlog()
        func item(_ address: String, _ position: Double) -> LibraryChange {
            .item(RecentItem(address: address, opened: moment, position: position))
        }
        backlog.add(item("a", 1))
        backlog.add(.settings(ViewerSettings()))
        backlog.add(item("a", 2))
        #expect(backlog.changes == [item("a", 2), .settings(ViewerSettings())])
        let taken = backlog.takeAll()
        backlog.add(item("a", 3))
        backlog.putBack(taken)
        #expect(backlog.changes == [item("a", 3), .settings(ViewerSettings())])
        backlog.add(.forget(address: "a"))
        backlog.add(.forgetAll)
        #expect(backlog.changes == [.settings(ViewerSettings()), .forgetAll])
        for number in 0..<2000 { backlog.add(item("\(number)", 0)) }
        #expect(backlog.changes.count == Backlog.capacity)
    }
}
