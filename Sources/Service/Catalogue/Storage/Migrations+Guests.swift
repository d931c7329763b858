// SPDX-License-Identifier: Apache-2.0

extension Migrations {
    private static let guestColumns: [SQL] = [
        "ALTER TABLE guest ADD COLUMN proof TEXT", "ALTER TABLE guest ADD COLUMN active BIGINT NOT NULL DEFAULT 0",
        "CREATE INDEX guest_active ON guest (active)",
    ]
    /// The proof that a device is the guest's own, and when each guest was last active. Existing guests count as active now.
    static let guests = Step(
        name: "guests 2",
        sqlite: guestColumns + ["UPDATE guest SET active = CAST(strftime('%s', 'now') AS INTEGER) * 1000"],
        postgres: guestColumns + ["UPDATE guest SET active = CAST(EXTRACT(EPOCH FROM now()) AS BIGINT) * 1000"])
}
