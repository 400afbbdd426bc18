import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { sql } from "kysely";
import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { connectionLimits } from "../../../src/platform/database/connection-limits.ts";
import {
  arePooledByTransaction,
  connectDatabase,
  withLongStatements,
} from "../../../src/platform/database/database.ts";
import { openOrm } from "../../../src/platform/database/orm.ts";
import { PrimaryClient } from "../../../src/platform/database/primary-client.ts";
import { MINUTE, SECOND } from "../../../src/platform/time/durations.rule.ts";
import { createDatabase } from "../../support/database.ts";
import { entities } from "../../../src/entities.ts";

it("the parameters of DATABASE_URL reach the driver", async () => {
  const { url, drop } = await createDatabase();
  const database = await connectDatabase(`${url}?application_name=named-by-the-url`, entities);
  onTestFinished(async () => {
    await database.orm.close(true);
    await drop();
  });
  const { rows } = await database.pool.query("show application_name");
  expect(rows).toEqual([{ application_name: "named-by-the-url" }]);
});

it("connections for long statements outlast the limit after which silent connections are closed", async () => {
  const { url, drop } = await createDatabase();
  const orm = await openOrm(url, entities, { limits: connectionLimits(SECOND) });
  onTestFinished(async () => {
    await orm.close(true);
    await drop();
  });
  const pool = await orm.em.getConnection().getNativeClient();
  const unlimited = await pool.connect();
  await unlimited.query("set statement_timeout = 0");
  const [closed, completed] = await Promise.allSettled([
    unlimited.query("select pg_sleep(60)"),
    withLongStatements({ orm }, MINUTE, (database) => database.pool.query("select pg_sleep(7)")),
  ]);
  unlimited.release(true);
  expect([closed, completed]).toMatchObject([
    { status: "rejected", reason: { message: "PostgreSQL does not respond" } },
    { status: "fulfilled", value: { rowCount: 1 } },
  ]);
});

it("a connection that PostgreSQL ends during a statement is not lent to the next call", async () => {
  const { url, drop } = await createDatabase();
  const orm = await openOrm(url, entities, { connections: 1 });
  onTestFinished(async () => {
    await orm.close(true);
    await drop();
  });
  const kysely = orm.em.fork().getKysely();
  const [ended, next] = await Promise.allSettled([
    sql`select pg_terminate_backend(pg_backend_pid())`.execute(kysely),
    sql`select 1 as one`.execute(kysely),
  ]);
  expect([ended, next]).toMatchObject([
    { status: "rejected", reason: { code: "57P01" } },
    { status: "fulfilled", value: { rows: [{ one: 1 }] } },
  ]);
});

it("connections survive a long computation, and are closed if PostgreSQL does not respond after it", async () => {
  const { url, drop } = await createDatabase();
  const orm = await openOrm(url, entities, { limits: connectionLimits(SECOND) });
  onTestFinished(async () => {
    await orm.close(true);
    await drop();
  });
  const pool = await orm.em.getConnection().getNativeClient();
  const [between, during] = [await pool.connect(), await pool.connect()];
  await between.query("begin");
  const running = during.query("select 1 as one");
  // Blocks the thread, as a computation would, for longer than a silent connection is kept.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 6.5 * SECOND);
  expect((await running).rows).toEqual([{ one: 1 }]);
  expect((await between.query("select 2 as two")).rows).toEqual([{ two: 2 }]);
  await between.query("set statement_timeout = 0");
  const unanswered = between.query("select pg_sleep(60)");
  await expect(unanswered).rejects.toThrow("PostgreSQL does not respond");
  between.release(true);
  during.release();
});

/** A message of PostgreSQL's protocol. */
const message = (type: string, body: string) => {
  const header = Buffer.from(`${type}....`);
  header.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([header, Buffer.from(body)]);
};
const isOpen = [message("R", "\0\0\0\0"), message("Z", "I")];

it("a connection that is lost the moment it opens fails its statement, not the process", async () => {
  const isLost = message("E", "SFATAL\0C57P01\0Mthe server ended\0\0");
  // In one packet, so that the driver reads the loss before the pool learns that the connection is open.
  const server = createServer((socket) =>
    socket.once("data", () => socket.end(Buffer.concat([...isOpen, isLost]))),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const pool = new pg.Pool({ host: "127.0.0.1", port, user: "any", Client: PrimaryClient });
  onTestFinished(async () => {
    await pool.end();
    server.close();
  });
  await expect(pool.query("select 1")).rejects.toThrow("not queryable");
});

it("a server that accepts connections and then hangs is not waited for when the primary is searched", async () => {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.once("data", () => socket.write(Buffer.concat(isOpen))).on("error", () => {});
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const servers = `host=127.0.0.1,127.0.0.1&port=${port},${port}`;
  const client = new PrimaryClient({ connectionString: `postgres://any@127.0.0.1/any?${servers}` });
  await expect(client.connect()).rejects.toThrow("None of the servers is a primary");
});

describe("a pooler", () => {
  /** A connection that runs on these server processes by turns. */
  const connectionOn = (...pids: number[]) => ({
    query: async (text: string) => ({
      rows: text.startsWith("select") ? [{ pid: pids.length > 1 ? pids.shift() : pids[0] }] : [],
    }),
  });

  it.each<[string, number[], number[], boolean]>([
    ["gives the idle process to the next transaction", [1], [1], true],
    ["gives each transaction the process that was idle longest", [1, 3], [2], true],
    ["keeps a process for each connection", [1], [2], false],
  ])("that %s", async (_, own, other, expected) => {
    const connections = [connectionOn(...own), connectionOn(...other)] as unknown as pg.Client[];
    expect(await arePooledByTransaction(connections[0]!, connections[1]!)).toBe(expected);
  });

  it("is not suspected where there is none", async () => {
    const { url, drop } = await createDatabase();
    const connections = [1, 2].map(() => new pg.Client({ connectionString: url }));
    await Promise.all(connections.map((client) => client.connect()));
    onTestFinished(async () => {
      await Promise.all(connections.map((client) => client.end()));
      await drop();
    });
    expect(await arePooledByTransaction(connections[0]!, connections[1]!)).toBe(false);
  });
});
