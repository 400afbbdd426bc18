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

/** Requests a file of four megabytes `times` times without reading the responses. */
function requestWithoutReading(times = 1): Socket {
  const { hostname, port } = new URL(test.url);
  const reader = connect({ host: hostname, port: Number(port) });
  reader.pause();
  reader.write(`GET ${script} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`.repeat(times));
  readers.push(reader);
  return reader;
}

it("slow downloads of the API reference's script share its buffer", async () => {
  const size = (await (await fetch(test.url + script)).arrayBuffer()).byteLength;
  expect(size).toBeGreaterThan(1_000_000);
  const before = process.memoryUsage().rss;
  for (let reader = 0; reader < 100; reader += 1) requestWithoutReading();
  const countConnections = promisify(test.app.server.getConnections.bind(test.app.server));
  await waitUntil("all requests were sent", async () => (await countConnections()) >= 100);
  await sleep(500);
  expect(process.memoryUsage().rss - before).toBeLessThan(40 * size);
});

it("a caller who stops reading is disconnected and no longer counted", async () => {
  const { server } = test.app;
  // Shortens the timeout of a minute.
  expect(server.timeout).toBe(60_000);
  server.timeout = 300;
  const closed = Promise.withResolvers<void>();
  // More than the socket buffers hold.
  const reader = requestWithoutReading(5);
  reader.once("error", () => {});
  reader.once("close", () => closed.resolve());
  await sleep(1000);
  reader.resume();
  await closed.promise;
  expect(reader.bytesRead).toBeLessThan(20_000_000);
});
