import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import { waitUntil } from "../support/until.ts";

let test: TestApp;
const readers: Socket[] = [];
beforeAll(async () => {
  test = await startApp({ listen: true });
});
afterAll(async () => {
  for (const reader of readers) reader.destroy();
  await test.close();
});

const script = "/api/docs/js/scalar.js";

/** Requests four megabytes `times` times and reads none of them. */
function askAndReadNothing(times = 1): Socket {
  const { hostname, port } = new URL(test.url);
  const reader = connect({ host: hostname, port: Number(port) });
  reader.pause();
  reader.write(`GET ${script} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`.repeat(times));
  readers.push(reader);
  return reader;
}

it("slow downloads of the API reference's script share its memory", async () => {
  const size = (await (await fetch(test.url + script)).arrayBuffer()).byteLength;
  expect(size).toBeGreaterThan(1_000_000);
  const before = process.memoryUsage().rss;
  for (let reader = 0; reader < 100; reader += 1) askAndReadNothing();
  const countConnections = promisify(test.app.server.getConnections.bind(test.app.server));
  await waitUntil("all have asked", async () => (await countConnections()) >= 100);
  await sleep(500);
  expect(process.memoryUsage().rss - before).toBeLessThan(40 * size);
});

it("a caller who stops reading is disconnected and no longer counted", async () => {
  const { server } = test.app;
  // A minute is long: what comes after it is what matters here.
  expect(server.timeout).toBe(60_000);
  server.timeout = 300;
  const closed = Promise.withResolvers<void>();
  // More than the system itself keeps for a reader.
  const reader = askAndReadNothing(5);
  reader.once("error", () => {});
  reader.once("close", () => closed.resolve());
  await sleep(1000);
  reader.resume();
  await closed.promise;
  expect(reader.bytesRead).toBeLessThan(20_000_000);
});
