// SPDX-License-Identifier: Apache-2.0

extension Migrations {
    private static let guestColumns: [SQL] = [
        "ALTER TABLE guest ADD COLUMN proof TEXT", "ALTER TABLE guest ADD COLUMN active BIGINT NOT NULL DEFAULT 0",
        "CREATE INDEX guest_active ON guest (active)",
    ]
    /// By what a device proves that a guest is its own, and when each guest was last there. Of those before nobody knows that: they
    /// count as there now.
    static let guests = Step(
        name: "guests 2",
        sqlite: guestColumns + ["UPDATE guest SET active = CAST(strftime('%s', 'now') AS INTEGER) * 1000"],
        postgres: guestColumns + ["UPDATE guest SET active = CAST(EXTRACT(EPOCH FROM now()) AS BIGINT) * 1000"])
}
