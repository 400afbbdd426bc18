import { connect } from "node:net";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PASSWORD, startApp, type TestApp } from "../support/app.ts";
import { holdLock } from "../support/barrier.ts";
import { loggedApp } from "../support/logged-app.ts";
import { waitUntil } from "../support/until.ts";

interface Line {
  msg?: string;
  statusCode?: number;
  req?: { path: string; address?: string };
}

let test: TestApp;
let server: FastifyInstance;
const lines: Line[] = [];

beforeAll(async () => {
  test = await startApp();
  server = await loggedApp<Line>(test.context, (line) => lines.push(line));
  await server.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await server.close();
  await test.close();
});

/** Sends a call. @returns a function that closes the connection without waiting for the response */
async function send(path: string, body: object): Promise<() => void> {
  const { hostname, port } = new URL(server.listeningOrigin);
  const socket = connect({ host: hostname, port: Number(port) });
  await new Promise((resolve) => socket.once("connect", resolve));
  const json = JSON.stringify(body);
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: ${json.length}\r\n\r\n${json}`,
  );
  return () => socket.resetAndDestroy();
}

const abortedCalls = () => lines.filter(({ statusCode }) => statusCode === 499);

it.each([
  ["wrong", "trader.sign-in-refused"],
  [PASSWORD, "trader.signed-in"],
])(
  "a sign-in with the password %s that is aborted before its response is logged, and audited with the address",
  async (password, action) => {
    const { email } = await test.trader();
    const logged = abortedCalls().length;
    const users = { statement: "lock table users in access exclusive mode", values: [] };
    const held = await holdLock(test, users);
    const abort = await send("/api/login", { email, password });
    await held.blocked(1);
    abort();
    await waitUntil("the aborted call is logged", () => abortedCalls().length > logged);
    await held.release();
    expect(abortedCalls().at(-1)).toMatchObject({
      msg: "request",
      req: { path: "/api/login", address: "127.0.0.1" },
    });
    const readEvents = async () => {
      const { rows } = await test.context.database.pool.query<{ address: string }>(
        "select address from audit_events where action = $1",
        [action],
      );
      return rows;
    };
    await expect.poll(readEvents).toEqual([{ address: "127.0.0.1" }]);
  },
);
