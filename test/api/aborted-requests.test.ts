import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PASSWORD, startApp, type TestApp } from "../support/app.ts";
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

/** Sends a call, and closes the connection without waiting for the response. */
async function sendAndAbort(path: string, body: object, milliseconds: number): Promise<void> {
  const { hostname, port } = new URL(server.listeningOrigin);
  const socket = connect({ host: hostname, port: Number(port) });
  await new Promise((resolve) => socket.once("connect", resolve));
  const json = JSON.stringify(body);
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: ${json.length}\r\n\r\n${json}`,
  );
  await sleep(milliseconds);
  socket.resetAndDestroy();
}

it("a request aborted before its response is logged, and audited with the address", async () => {
  const { email } = await test.trader();
  for (let round = 0; round < 30; round += 1) {
    await sendAndAbort("/api/login", { email, password: "wrong" }, round % 4);
  }
  await sendAndAbort("/api/login", { email, password: PASSWORD }, 5);
  const abortedCalls = () => lines.filter(({ statusCode }) => statusCode === 499);
  await waitUntil("the aborted calls are logged", async () => abortedCalls().length > 0);
  await sleep(500);
  expect(abortedCalls()[0]).toMatchObject({
    msg: "request",
    req: { path: "/api/login", address: "127.0.0.1" },
  });
  const { rows } = await test.context.database.pool.query(
    `select count(*)::int as events, count(address)::int as addresses
      from audit_events where action in ('trader.sign-in-refused', 'trader.signed-in')`,
  );
  expect(rows[0].events).toBeGreaterThan(0);
  expect(rows[0].addresses).toBe(rows[0].events);
});
