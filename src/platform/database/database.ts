import type { InsertObject, Kysely } from "kysely";
import type { ClientBase, Pool, QueryResultRow } from "pg";
import type { Logger } from "pino";
import { type Config, DATABASE_URL_EXAMPLE } from "../config/config.ts";
import { ConfigError } from "../config/env.ts";
import { SECOND } from "../time/durations.rule.ts";
import {
  findRunningPostgres,
  startEmbeddedPostgres,
} from "../embedded-postgres/embedded-postgres.ts";
import { connectionLimits, recordCallLimits } from "./connection-limits.ts";
import { isSerializationFailure } from "./failures.ts";
import { type Entities, openOrm, type Orm, type OrmOptions, type Transaction } from "./orm.ts";
import { PrimaryClient } from "./primary-client.ts";
import type { Tables } from "./tables.ts";

const OLDEST_POSTGRES = 15;

/** A database server; `stop` does nothing unless this process has started it. */
export interface DatabaseServer {
  url: string;
  stop(): Promise<void>;
}

/** Returns the configured database, or starts the embedded one if none is configured. */
export async function openDatabaseServer(config: Config, log: Logger): Promise<DatabaseServer> {
  if (config.databaseUrl) {
    await requirePostgres(config.databaseUrl);
    return { url: config.databaseUrl, stop: async () => {} };
  }
  return startEmbeddedPostgres({ dataDir: config.dataDir, log });
}

/**
 * @throws ConfigError if no supported PostgreSQL responds, or if a pooler shares its connections between transactions;
 * the message never contains the password
 */
async function requirePostgres(url: string): Promise<void> {
  const settings = {
    connectionString: url,
    ...connectionLimits(),
    connectionTimeoutMillis: 10 * SECOND,
  };
  const client = new PrimaryClient(settings);
  const other = new PrimaryClient(settings);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number; name: string }>(
      `select current_setting('server_version_num')::int as version,
              current_setting('server_version') as name`,
    );
    if (rows[0]!.version < OLDEST_POSTGRES * 10_000) {
      throw new Error(`it is PostgreSQL ${rows[0]!.name}`);
    }
    await other.connect();
    if (await arePooledByTransaction(client, other)) {
      throw new Error(
        "a pooler assigns each transaction to another connection, but prepared statements and locks must outlive transactions: set pool_mode=session in PgBouncer, or connect to PostgreSQL directly",
      );
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `DATABASE_URL must point to a PostgreSQL ${OLDEST_POSTGRES} or later that responds (${(message || code || "no response").replaceAll(/\s+/g, " ")}), for example DATABASE_URL=${DATABASE_URL_EXAMPLE}`,
    );
  } finally {
    await Promise.allSettled([client.end(), other.end()]);
  }
}

type Queries = Pick<ClientBase, "query">;

/**
 * Returns whether a pooler lends the server process of an idle connection to the transaction of another one. Two
 * connections to PostgreSQL itself, or to a pooler of sessions, keep a process each.
 */
export async function arePooledByTransaction(client: Queries, other: Queries): Promise<boolean> {
  const processOf = async (connection: Queries) => {
    const { rows } = await connection.query<{ pid: number }>("select pg_backend_pid() as pid");
    return rows[0]!.pid;
  };
  const own = await processOf(client);
  await other.query("begin");
  try {
    return (await processOf(other)) === own || (await processOf(client)) !== own;
  } finally {
    await other.query("rollback");
  }
}

/** For command-line tools: uses the configured database or that of a running app, or starts the embedded one. */
export async function findOrStartDatabaseServer(
  config: Config,
  log: Logger,
): Promise<DatabaseServer> {
  const running = config.databaseUrl ? undefined : await findRunningPostgres(config.dataDir);
  return running ? { url: running, stop: async () => {} } : openDatabaseServer(config, log);
}

export interface Database {
  orm: Orm;
  /** The ORM's connection pool, for statements that Kysely does not build. */
  pool: Pool;
  /** Queries outside the unit of work. */
  kysely: Kysely<Tables>;
  /** The transaction of the whole call, which all of its transactions join, if it has one. */
  call?: CallTransaction;
  /** What every transaction requires of its caller, if anything: see `admitCaller`. */
  admission?: Admission;
  /** What every transaction does last, after its work has been written and before it is committed. */
  completion?: Completion | undefined;
}

export type Completion = (transaction: Transaction) => Promise<void>;

/** @throws RefusalError if the caller may no longer write, which rolls the transaction back */
export type Admission = (transaction: Transaction) => Promise<void>;

/** One transaction for a whole call; see `call-transaction.ts`. */
export interface CallTransaction {
  run<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** Effects to run after the commit. */
  afterCommit: (() => Promise<void>)[];
}

export async function connectDatabase(
  url: string,
  entities: Entities,
  replicaUrls?: string[],
): Promise<Database> {
  return openDatabase(url, entities, replicaUrls && { replicaUrls });
}

async function openDatabase(
  url: string,
  entities: Entities,
  options: OrmOptions | undefined,
): Promise<Database> {
  const orm = await openOrm(url, entities, options);
  const pool = await orm.em.getConnection().getNativeClient();
  return { orm, pool, kysely: kyselyOf(orm.em.fork()) };
}

/**
 * Runs `work` on separate connections whose statements may take longer than those of calls. Raising PostgreSQL's
 * `statement_timeout` would not suffice, because the app also closes connections that receive nothing for too long.
 * @param longestStatement milliseconds
 */
export async function withLongStatements<Result>(
  { orm: { config } }: Pick<Database, "orm">,
  longestStatement: number,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const limits = connectionLimits(longestStatement);
  const database = await openDatabase(config.get("clientUrl"), config.get("entities"), { limits });
  try {
    return await work(database);
  } finally {
    await database.orm.close(true);
  }
}

/** Connections for calls that process whole records, such as imports; opened by the first such call. */
export interface RecordConnections {
  open(): Promise<Database>;
  close(): Promise<void>;
}

/** So many calls that process whole records run at once; others wait. The connections of other calls stay free. */
const RECORD_CONNECTIONS = 3;

/** @param database its transactions and those of the connections are completed in the same way */
export function createRecordConnections(database: Database): RecordConnections {
  const { config } = database.orm;
  let opened: Promise<Database> | undefined;
  return {
    async open() {
      opened ??= openDatabase(config.get("clientUrl"), config.get("entities"), {
        limits: recordCallLimits(),
        connections: RECORD_CONNECTIONS,
      });
      // A failed attempt is repeated by the next call.
      opened.catch(() => (opened = undefined));
      return { ...(await opened), completion: database.completion };
    },
    async close() {
      await (await opened)?.orm.close(true);
    },
  };
}

/** Returns a Kysely on the connection of the entity manager, inside its transaction if one is open. */
export function kyselyOf(transaction: Transaction): Kysely<Tables> {
  return transaction.getKysely<Tables>();
}

/** Fewer than the 65,535 parameters that PostgreSQL accepts for a statement, for rows of up to 32 columns. */
const ROWS_PER_STATEMENT = 2_000;

/** Inserts any number of rows in the given order. */
export async function insertRows<Table extends keyof Tables>(
  kysely: Kysely<Tables>,
  table: Table,
  rows: readonly InsertObject<Tables, Table>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const batch = rows.slice(start, start + ROWS_PER_STATEMENT);
    await kysely.insertInto(table).values(batch).execute();
  }
}

/**
 * Runs `work` in a transaction and its own unit of work.
 * @param work runs again after a deadlock or serialization failure, so it must have no effects outside `transaction`
 */
export function inTransaction<Result>(
  { orm, call, admission, completion }: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const admitted = admission ? admittedWork(admission, work) : work;
  const whole = async (transaction: Transaction) => {
    const result = await admitted(transaction);
    await completion?.(transaction);
    return result;
  };
  return retryOnDeadlock(() =>
    call ? call.run(whole) : orm.em.fork().transactional((transaction) => whole(transaction)),
  );
}

/** The admissions of the transactions that have not checked them yet. */
const pendingAdmissions = new WeakMap<Transaction, Admission>();

function admittedWork<Result>(
  admission: Admission,
  work: (transaction: Transaction) => Promise<Result>,
) {
  return async (transaction: Transaction) => {
    pendingAdmissions.set(transaction, admission);
    const result = await work(transaction);
    await transaction.flush();
    await admitCaller(transaction);
    return result;
  };
}

/**
 * Checks, once per transaction and at the latest before its end, that its caller may still write. A command calls it
 * after it has waited for its locks, and before it takes one that what ends the caller's rights also takes.
 * @throws RefusalError if the caller's rights have ended since the call was admitted
 */
export async function admitCaller(transaction: Transaction): Promise<void> {
  const admission = pendingAdmissions.get(transaction);
  if (!admission) return;
  pendingAdmissions.delete(transaction);
  await admission(transaction);
}

/** Runs `work` in a transaction that is rolled back, and returns its result. */
export async function inRolledBackTransaction<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const rollback = new Error("This transaction stores nothing");
  let done: { result: Result } | undefined;
  try {
    await inTransaction(database, async (transaction) => {
      done = { result: await work(transaction) };
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  return done!.result;
}

/**
 * Runs an effect that a rollback could not undo, such as the removal of a file, after everything that the call has
 * written is committed. Must be called after `inTransaction`, not inside its `work`.
 */
export async function afterCommit({ call }: Database, effect: () => Promise<void>): Promise<void> {
  if (call) call.afterCommit.push(effect);
  else await effect();
}

const ATTEMPTS = 5;

/** @param transact a whole transaction, which runs again after a deadlock or serialization failure */
export async function retryOnDeadlock<Result>(transact: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact();
    } catch (error) {
      if (attempt === ATTEMPTS || !isSerializationFailure(error)) throw error;
    }
  }
}

/** A statement that each connection prepares only once. */
export interface PreparedStatement {
  /** Must be unique, because a connection keeps the first text that it receives under a name. */
  name: string;
  text: string;
}

/** Runs a prepared statement. Only for statements that run with every call; all others use Kysely. */
export async function runPrepared<Row extends QueryResultRow>(
  pool: Pool,
  { name, text }: PreparedStatement,
  values: unknown[],
): Promise<Row[]> {
  const { rows } = await pool.query<Row>({ name, text, values });
  return rows;
}
