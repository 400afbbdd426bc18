import type { EntityClass } from "@mikro-orm/core";
import { Migrator } from "@mikro-orm/migrations";
import { defineConfig, MikroORM } from "@mikro-orm/postgresql";
import { connectionLimits } from "./connection-limits.ts";
import { discardLostConnections } from "./lost-connections.ts";

type Limits = Partial<ReturnType<typeof connectionLimits>>;

/** The entity classes of the tables that the unit of work writes; listed in `src/entities.ts`. */
export type Entities = EntityClass[];

export interface OrmOptions {
  /** Those of calls by default; empty for migrations, whose duration is not limited. */
  limits?: Limits;
  /** URLs of read replicas. */
  replicaUrls?: string[];
}

/** @param url a PostgreSQL connection URL; if absent, the options only describe the schema */
export function ormOptions(
  url: string | undefined,
  entities: Entities,
  { limits = connectionLimits(), replicaUrls = [] }: OrmOptions = {},
) {
  // The driver also needs the URL, because MikroORM ignores its query string, which may set `sslmode`.
  const driverOptions = (connectionString: string | undefined) => ({
    ...limits,
    onPoolCreated: discardLostConnections,
    ...(connectionString !== undefined && { connectionString }),
  });
  return defineConfig({
    clientUrl: url,
    ...(url === undefined && { dbName: "propdesk", connect: false }),
    entities,
    extensions: [Migrator],
    migrations: {
      path: `${import.meta.dirname}/migrations`,
      tableName: "migrations",
      snapshot: false,
    },
    // Skips tables and triggers that only migrations define, because no entity maps them.
    schemaGenerator: {
      ignoreSchema: ["pgboss"],
      skipTables: [
        "throttles",
        "counters",
        "weekly_counts",
        "idempotency_keys",
        "idempotent_calls",
        "known_devices",
        "encryption_keys",
        "signing_keys",
        "stages",
        "statements",
        "deals",
        "operations",
        "snapshots",
        "trades",
        "trading_days",
        "equity_hours",
        "stage_progress",
        "rule_sets",
        "rule_versions",
        "rule_changes",
        "verdicts",
        "current_verdicts",
        "reviews",
        "rebuilds",
        "rebuild_chunks",
        "webhook_endpoints",
        "webhook_events",
        "webhook_deliveries",
        "webhook_attempts",
        "payment_runs",
        "payments",
        "payout_settings",
        "payout_ledger",
        "firm_payment_account",
        "trader_notes",
        "trader_tags",
        "firm_brand",
        "mail_settings",
        "notices",
        "totp_factors",
        "recovery_codes",
        "passkeys",
        "webauthn_challenges",
        "team_settings",
        "saved_views",
      ],
      ignoreTriggers: true,
      ignoreRoutines: true,
    },
    pool: { min: 0, max: 10 },
    driverOptions: driverOptions(url),
    replicas: replicaUrls.map((replica) => ({
      clientUrl: replica,
      driverOptions: driverOptions(replica),
    })),
    // `src/identity/calls/replicas.ts` decides which reads use a replica.
    preferReadReplicas: false,
    forceUtcTimezone: true,
    logger: () => {},
  });
}

export async function openOrm(url: string, entities: Entities, options?: OrmOptions) {
  return MikroORM.init(ormOptions(url, entities, options));
}

export type Orm = Awaited<ReturnType<typeof openOrm>>;
export type Em = Orm["em"];
