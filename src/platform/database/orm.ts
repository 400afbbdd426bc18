import type { EntityClass } from "@mikro-orm/core";
import { Migrator } from "@mikro-orm/migrations";
import { defineConfig, MikroORM } from "@mikro-orm/postgresql";
import { connectionLimits } from "./connection-limits.ts";
import { discardLostConnections } from "./lost-connections.ts";

type Limits = Partial<ReturnType<typeof connectionLimits>>;

/** The classes of the tables that the unit of work writes; `src/entities.ts` lists them. */
export type Entities = EntityClass[];

interface OrmOptions {
  /** None where a migration may take as long as it takes. */
  limits?: Limits;
  /** Copies of the database that can be read from. */
  replicaUrls?: string[];
}

/** @param url a PostgreSQL connection URL; without one the configuration only describes the schema */
export function ormOptions(
  url: string | undefined,
  entities: Entities,
  { limits = connectionLimits(), replicaUrls = [] }: OrmOptions = {},
) {
  // The driver reads the whole address: MikroORM leaves out what stands behind the question mark,
  // such as sslmode.
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
    // Tables and triggers of the migrations alone, which no entity is made of.
    schemaGenerator: {
      ignoreSchema: ["pgboss"],
      skipTables: [
        "throttles",
        "counters",
        "idempotency_keys",
        "idempotent_calls",
        "known_devices",
        "encryption_keys",
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
    // Only `database/replicas.ts` decides what may be read from one.
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
