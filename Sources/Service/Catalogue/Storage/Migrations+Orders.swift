// SPDX-License-Identifier: Apache-2.0

extension Migrations {
    /// A table for the write test of the health check.
    static let health: [SQL] = ["CREATE TABLE health_probe (name TEXT PRIMARY KEY, filling TEXT NOT NULL)"]

    /// Guests' claims, several of which may refer to one order, separate from orders confirmed by shops.
    static let orders: [SQL] = [
        """
        CREATE TABLE purchase_claim (
            id TEXT PRIMARY KEY, app TEXT NOT NULL, guest TEXT, claimant TEXT NOT NULL, order_id TEXT NOT NULL, currency TEXT NOT NULL,
            value BIGINT NOT NULL, made BIGINT NOT NULL, attributed_video TEXT, document TEXT NOT NULL, UNIQUE (app, order_id, claimant)
        )
        """,
        """
        INSERT INTO purchase_claim (id, app, guest, claimant, order_id, currency, value, made, attributed_video, document)
        SELECT id, app, guest, COALESCE(guest, id), order_id, currency, value, made, attributed_video, document FROM purchase
        """,
        "DROP TABLE purchase",
        "ALTER TABLE purchase_claim RENAME TO purchase",
        "CREATE INDEX purchase_guest ON purchase (guest)",
        "CREATE INDEX purchase_made ON purchase (made)",
        """
        CREATE TABLE shop_order (
            id TEXT PRIMARY KEY, business TEXT NOT NULL, app TEXT NOT NULL, guest TEXT, order_id TEXT NOT NULL, currency TEXT NOT NULL,
            value BIGINT NOT NULL, refunded BIGINT NOT NULL, made BIGINT NOT NULL, attributed_video TEXT, document TEXT NOT NULL,
            UNIQUE (business, order_id)
        )
        """,
        "CREATE INDEX shop_order_made ON shop_order (business, made, id)",
        "CREATE INDEX shop_order_app ON shop_order (app, made)",
        "CREATE INDEX shop_order_order ON shop_order (order_id)",
        "CREATE INDEX shop_order_guest ON shop_order (guest)",
    ]

    /// Contacts of orders. They name the guest even if the order doesn't, so that they can be exported and erased with the guest.
    static let contacts: [SQL] = [
        "CREATE TABLE order_contact (purchase TEXT PRIMARY KEY, guest TEXT NOT NULL, document TEXT NOT NULL)",
        "CREATE INDEX order_contact_guest ON order_contact (guest)", "CREATE INDEX purchase_app ON purchase (app, made, id)",
    ]
}
