import { join } from "node:path";
import { Migrator } from "@mikro-orm/migrations";
import { defineConfig, MikroORM, type Options } from "@mikro-orm/postgresql";
import { connectionLimits, discardLostConnections } from "./connection-limits.ts";
import { PrimaryClient } from "./primary-client.ts";

type Limits = Partial<ReturnType<typeof connectionLimits>>;

/** The entities of all tables; listed in `src/entities.ts`. */
export type Entities = readonly NonNullable<Options["entities"]>[number][];

export interface OrmOptions {
  /** Those of calls by default; empty for migrations, whose duration is not limited. */
  limits?: Limits;
  /** The maximum number of connections; ten by default. */
  connections?: number;
  /** URLs of read replicas. */
  replicaUrls?: string[];
}

/** @param url a PostgreSQL connection URL; if absent, the options only describe the schema */
export function ormOptions(
  url: string | undefined,
  entities: Entities,
  { limits = connectionLimits(), connections = 10, replicaUrls = [] }: OrmOptions = {},
) {
  // The driver also needs the URL, because MikroORM ignores its query string, which may set `sslmode`.
  const driverOptions = (connectionString: string | undefined) => ({
    Client: PrimaryClient,
    ...limits,
    onPoolCreated: discardLostConnections,
    ...(connectionString !== undefined && { connectionString }),
  });
  return defineConfig({
    clientUrl: url,
    ...(url === undefined && { dbName: "propdesk", connect: false }),
    entities: [...entities],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    migrations: {
      path: join(import.meta.dirname, "../../migrations"),
      tableName: "migrations",
      snapshot: false,
    },
    // Triggers and functions are defined only by migrations.
    schemaGenerator: {
      ignoreSchema: ["pgboss"],
      // What only the previous release uses: a table that `idempotent_calls` has replaced, and the former name of another.
      skipTables: ["idempotency_keys"],
      skipViews: ["webhook_deliveries"],
      ignoreTriggers: true,
      ignoreRoutines: true,
    },
    pool: { min: 0, max: connections },
    driverOptions: driverOptions(url),
    replicas: replicaUrls.map((replica) => ({
      clientUrl: replica,
      driverOptions: driverOptions(replica),
    })),
    // `src/calls/replicas.ts` decides which reads use a replica.
    preferReadReplicas: false,
    forceUtcTimezone: true,
    logger: () => {},
  });
}

export async function openOrm(url: string, entities: Entities, options?: OrmOptions) {
  return MikroORM.init(ormOptions(url, entities, options));
}

export type Orm = Awaited<ReturnType<typeof openOrm>>;
export type Transaction = Orm["em"];
