import { Migrator } from "@mikro-orm/migrations";
import { defineConfig, MikroORM } from "@mikro-orm/postgresql";
import { AuditEvent } from "../audit/audit-event.entity.ts";
import { TradingAccount } from "../accounts/account.entity.ts";
import { Administrator } from "../admins/administrator.entity.ts";
import { Certificate } from "../certificates/certificate.entity.ts";
import { PayoutRequest } from "../payouts/payout.entity.ts";
import { Session } from "../sessions/session.entity.ts";
import { Trader } from "../traders/trader.entity.ts";

/** Limits that end a stuck statement or lock as an error instead of a hanging call. */
const timeouts = {
  statement_timeout: 15_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 30_000,
  connectionTimeoutMillis: 5_000,
};

/** @param url a PostgreSQL connection URL; without one the configuration only describes the schema */
export function ormOptions(url: string | undefined) {
  return defineConfig({
    clientUrl: url,
    ...(url === undefined && { dbName: "propdesk", connect: false }),
    entities: [
      Trader,
      TradingAccount,
      PayoutRequest,
      Certificate,
      Administrator,
      Session,
      AuditEvent,
    ],
    extensions: [Migrator],
    migrations: {
      path: `${import.meta.dirname}/migrations`,
      tableName: "migrations",
      snapshot: false,
    },
    schemaGenerator: {
      ignoreSchema: ["pgboss"],
      skipTables: ["throttles", "idempotency_keys"],
      // Triggers stand in the migrations alone.
      ignoreTriggers: true,
    },
    pool: { min: 0, max: 10 },
    // The driver reads the whole address: MikroORM leaves out what stands behind the question mark,
    // such as sslmode.
    driverOptions: { ...timeouts, ...(url !== undefined && { connectionString: url }) },
    forceUtcTimezone: true,
    logger: () => {},
  });
}

export async function openOrm(url: string) {
  return MikroORM.init(ormOptions(url));
}

export type Orm = Awaited<ReturnType<typeof openOrm>>;
export type Em = Orm["em"];
