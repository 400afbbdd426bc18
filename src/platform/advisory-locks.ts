/**
 * The keys of PostgreSQL's advisory locks, which must not change: two releases may run on the same database. 7_310_005
 * is held by the trigger in `database/migrations/20261121T100000_audit.ts` while it links events of the audit log.
 */
export const advisoryLocks = {
  /** Held by the app that owns an embedded server, so that a second app on the folder is rejected. */
  owner: 7_310_001,
  /** Held during migrations, so that instances that start at the same time do not migrate concurrently. */
  migration: 7_310_002,
  /** Held while the first administrator is created, so that concurrent starts create only one. */
  firstAdministrator: 7_310_003,
  /** If several instances start, only one inserts the demo. */
  demo: 7_310_004,
  /** Held during a rotation of the encryption keys, because two concurrent rotations would create two keys. */
  rotation: 7_310_006,
  /** Held while the first signing key is created, so that instances that start at the same time create only one. */
  firstSigningKey: 7_310_007,
  /** Held while a rebuild is started or stopped. */
  rebuild: 7_310_011,
  /** Held during a backup, while no file may be removed. */
  backup: 7_310_012,
} as const;
