import { Migrator } from "@mikro-orm/migrations";
import { defineConfig, MikroORM } from "@mikro-orm/postgresql";
import { AuditEvent } from "../audit/audit-event.entity.ts";
import { TradingAccount } from "../accounts/account.entity.ts";
import { Administrator } from "../admins/administrator.entity.ts";
import { Certificate } from "../certificates/certificate.entity.ts";
import { PayoutRequest } from "../payouts/payout.entity.ts";
import { Session } from "../sessions/session.entity.ts";
import { Trader } from "../traders/trader.entity.ts";
import { connectionLimits } from "./connection-limits.ts";
import { freeLostConnections } from "./lost-connections.ts";

type Limits = Partial<ReturnType<typeof connectionLimits>>;

interface OrmOptions {
  /** None where a migration may take as long as it takes. */
  limits?: Limits;
  /** Copies of the database that can be read from. */
  replicaUrls?: string[];
}

/** @param url a PostgreSQL connection URL; without one the configuration only describes the schema */
export function ormOptions(
  url: string | undefined,
  { limits = connectionLimits(), replicaUrls = [] }: OrmOptions = {},
) {
  // The driver reads the whole address: MikroORM leaves out what stands behind the question mark,
  // such as sslmode.
  const driverOptions = (connectionString: string | undefined) => ({
    ...limits,
    onPoolCreated: freeLostConnections,
    ...(connectionString !== undefined && { connectionString }),
  });
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
    // Tables and triggers of the migrations alone, which no entity is made of.
    schemaGenerator: {
      ignoreSchema: ["pgboss"],
      skipTables: ["throttles", "counters", "idempotency_keys", "known_devices"],
      ignoreTriggers: true,
      ignoreRoutines: true,
    },
    pool: { min: 0, max: 10 },
    driverOptions: driverOptions(url),
    replicas: replicaUrls.map((replica) => ({
      clientUrl: replica,
      driverOptions: driverOptions(replica),
    })),
    // Only `database/replicas.ts` decides what may be read from one.
    preferReadReplicas: false,
    forceUtcTimezone: true,
    logger: () => {},
  });
}

export async function openOrm(url: string, options?: OrmOptions) {
  return MikroORM.init(ormOptions(url, options));
}

export type Orm = Awaited<ReturnType<typeof openOrm>>;
export type Em = Orm["em"];
