import pg from "pg";
import { waitUntil } from "./until.ts";

/** A lock that a test holds in a transaction on a separate connection. */
export interface Lock {
  statement: string;
  values: unknown[];
  /** How the transaction ends; a commit unless given. */
  ending?: "commit" | "rollback";
}

export interface HeldLock {
  /** Resolves when `count` statements of the app are blocked by this lock or by one another. */
  blocked(count: number): Promise<void>;
  /** Ends the connections of the blocked statements. */
  killBlocked(): Promise<void>;
  /** Ends the transaction; the blocked statements continue in the order in which they arrived. */
  release(): Promise<void>;
}

interface App {
  context: { config: { databaseUrl: string | undefined } };
}

/** Blocks every statement that locks, updates or references this row, but no plain reads. */
export function row(table: string, id: number): Lock {
  return { statement: `select 1 from ${table} where id = $1 for update`, values: [id] };
}

/** Blocks every statement that assigns this email to a trader; the email stays free. */
export function freeEmail(email: string): Lock {
  const statement = "insert into users (email, created_at) values ($1, now())";
  return { statement, values: [email], ending: "rollback" };
}

/**
 * Holds a lock until it is released. The app has 10 connections, so at most 10 of its statements can be blocked at the
 * same time.
 */
export async function holdLock({ context }: App, lock: Lock): Promise<HeldLock> {
  // pg_stat_activity does not change within a transaction, so the observer needs its own connection.
  const owner = await connect(context.config.databaseUrl);
  const observer = await connect(context.config.databaseUrl);
  await owner.query("begin");
  await owner.query(lock.statement, lock.values);
  return {
    blocked: (count) =>
      waitUntil(
        `${count} statements are blocked`,
        async () => (await countBlocked(observer)) >= count,
        { milliseconds: 20_000 },
      ),
    async killBlocked() {
      await observer.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
    },
    async release() {
      await owner.query(lock.ending ?? "commit");
      await Promise.all([owner.end(), observer.end()]);
    },
  };
}

async function connect(url: string | undefined): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

async function countBlocked(observer: pg.Client): Promise<number> {
  const { rows } = await observer.query<{ blocked: number }>(
    `select count(*)::int as blocked from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]!.blocked;
}

type Call<Result> = () => PromiseLike<Result>;

/** Makes calls concurrently, and releases the lock only when every call is blocked by it. */
export async function meetAtLock<Result>(
  app: App,
  lock: Lock,
  calls: Call<Result>[],
): Promise<Result[]> {
  return releaseWhenBlocked(await holdLock(app, lock), async () => calls.map((call) => call()));
}

/**
 * Works like `meetAtLock`, but each call starts after the previous one is blocked. PostgreSQL resumes them in this
 * order, so the test decides which call is first.
 */
export async function queueAtLock<Result>(
  app: App,
  lock: Lock,
  calls: Call<Result>[],
): Promise<Result[]> {
  const held = await holdLock(app, lock);
  return releaseWhenBlocked(held, async () => {
    const responses: PromiseLike<Result>[] = [];
    for (const call of calls) {
      await held.blocked(responses.length);
      responses.push(call());
    }
    return responses;
  });
}

/**
 * Makes a call whose connection to the database ends while it is blocked by the lock, as if the app had been killed at
 * this point.
 */
export async function killAtLock<Result>(
  app: App,
  lock: Lock,
  call: () => PromiseLike<Result>,
): Promise<Result> {
  const held = await holdLock(app, lock);
  try {
    const killed = call();
    await held.blocked(1);
    await held.killBlocked();
    return await killed;
  } finally {
    await held.release();
  }
}

async function releaseWhenBlocked<Result>(
  held: HeldLock,
  start: () => Promise<PromiseLike<Result>[]>,
): Promise<Result[]> {
  let responses: PromiseLike<Result>[] = [];
  try {
    responses = await start();
    await held.blocked(responses.length);
  } finally {
    await held.release();
  }
  return Promise.all(responses);
}
