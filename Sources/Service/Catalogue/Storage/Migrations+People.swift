// SPDX-License-Identifier: Apache-2.0

extension Migrations {
    /// What clients and people changed. People are among the resources.
    static let people: [Step] = {
        func tables(_ id: SQL) -> [SQL] {
            [
                "CREATE TABLE audit_entry (id \(id) PRIMARY KEY, business TEXT NOT NULL, made BIGINT NOT NULL, document TEXT NOT NULL)",
                "CREATE INDEX audit_entry_business ON audit_entry (business, made, id)",
                "CREATE INDEX audit_entry_made ON audit_entry (made)",
            ]
        }
        return [
            Step(name: "people 1", sqlite: tables("TEXT"), postgres: tables(#"TEXT COLLATE "C""#)),
            Step(name: "mail 1", sqlite: mail, postgres: mail),
        ]
    }()
    private static let mail: [SQL] = [
        """
        CREATE TABLE mail (
            id TEXT PRIMARY KEY, business TEXT NOT NULL, kind TEXT NOT NULL, document TEXT NOT NULL, created BIGINT NOT NULL,
            run_at BIGINT NOT NULL, attempt BIGINT NOT NULL, worker TEXT
        )
        """,
        "CREATE INDEX mail_run_at ON mail (run_at)",
    ]
}
