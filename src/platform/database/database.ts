import type { Kysely } from "kysely";
import pg, { type Pool } from "pg";
import type { Logger } from "pino";
import { type Config, DATABASE_URL_EXAMPLE } from "../config/config.ts";
import { ConfigError } from "../config/env.ts";
import { SECOND } from "../lib/clock.ts";
import {
  findRunningPostgres,
  startEmbeddedPostgres,
} from "../embedded-postgres/embedded-postgres.ts";
import { isSerializationFailure } from "./failures.ts";
import { type Em, type Entities, openOrm, type Orm } from "./orm.ts";
import type { Tables } from "./tables.ts";

const OLDEST_POSTGRES = 15;

/** The address of a database, and what ends it where it is ours. */
export interface DatabaseServer {
  url: string;
  stop(): Promise<void>;
}

/** The database that the configuration names, else the embedded one, started and owned by us. */
export async function openDatabaseServer(config: Config, log: Logger): Promise<DatabaseServer> {
  if (config.databaseUrl) {
    await requirePostgres(config.databaseUrl);
    return { url: config.databaseUrl, stop: async () => {} };
  }
  return startEmbeddedPostgres({ dataDir: config.dataDir, log });
}

/** @throws ConfigError where there is no database that we can work with; it never shows the password */
async function requirePostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10 * SECOND });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number; name: string }>(
      `select current_setting('server_version_num')::int as version,
              current_setting('server_version') as name`,
    );
    if (rows[0]!.version >= OLDEST_POSTGRES * 10_000) return;
    throw new Error(`it is PostgreSQL ${rows[0]!.name}`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `DATABASE_URL must lead to a PostgreSQL ${OLDEST_POSTGRES} or later that answers (${(message || code || "no answer").replaceAll(/\s+/g, " ")}), for example DATABASE_URL=${DATABASE_URL_EXAMPLE}`,
    );
  } finally {
    await client.end().catch(() => {});
  }
}

/** For command-line tools: beside a running app they use its server, else they start it for a while. */
export async function findOrStartDatabaseServer(
  config: Config,
  log: Logger,
): Promise<DatabaseServer> {
  const running = config.databaseUrl ? undefined : await findRunningPostgres(config.dataDir);
  return running ? { url: running, stop: async () => {} } : openDatabaseServer(config, log);
}

export interface Database {
  orm: Orm;
  /** The ORM's own connections, for libraries that bring their own SQL. */
  pool: Pool;
  /** Queries that skip the unit of work. */
  kysely: Kysely<Tables>;
}

export async function connectDatabase(
  url: string,
  entities: Entities,
  replicaUrls?: string[],
): Promise<Database> {
  const orm = await openOrm(url, entities, replicaUrls && { replicaUrls });
  const pool = await orm.em.getConnection().getNativeClient();
  return { orm, pool, kysely: kyselyOf(orm.em.fork()) };
}

/** Queries on the entity manager's own connection: inside its transaction where there is one. */
export function kyselyOf(em: Em): Kysely<Tables> {
  return em.getKysely<Tables>();
}

/**
 * All of `work` or nothing, with a unit of work of its own.
 * @param work runs again where the transaction lost to another, so it must not act on anything but `em`
 */
export function inTransaction<Result>(
  { orm }: Database,
  work: (em: Em) => Promise<Result>,
): Promise<Result> {
  return retryOnDeadlock(() => orm.em.fork().transactional((em) => work(em)));
}

const ATTEMPTS = 5;

/** @param transact all or nothing; it runs again where it lost to another transaction */
export async function retryOnDeadlock<Result>(transact: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact();
    } catch (error) {
      if (attempt === ATTEMPTS || !isSerializationFailure(error)) throw error;
    }
  }
}
