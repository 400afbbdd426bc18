/**
 * The keys of PostgreSQL's advisory locks, which must not change: two releases may run on the same database. 7_310_005
 * is held by the trigger in `src/migrations/20261121T100000_audit.ts` while it links events of the audit log. Other
 * folders declare 7_310_003 (`identity/team`), 7_310_004 (`demo`), 7_310_006 (`firm/keys`), 7_310_011 (`judgement`),
 * 7_310_014 (`calendar`) and 7_310_015 (`cases`).
 */
export const advisoryLocks = {
  /** Held by the app that owns an embedded server, so that a second app on the folder is rejected. */
  owner: 7_310_001,
  /** Held during migrations, so that instances that start at the same time do not migrate concurrently. */
  migration: 7_310_002,
  /** Held while the first signing key is created, so that instances that start at the same time create only one. */
  firstSigningKey: 7_310_007,
  /** Held during a backup, while no file may be removed. */
  backup: 7_310_012,
} as const;
