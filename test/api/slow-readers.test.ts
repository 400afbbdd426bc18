import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
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
  const responses: ServerResponse[] = [];
  const collect = (_request: unknown, response: ServerResponse) => responses.push(response);
  test.app.server.on("request", collect);
  const before = process.memoryUsage().arrayBuffers;
  for (let reader = 0; reader < 100; reader += 1) requestWithoutReading();
  await waitUntil("all responses have begun", () => {
    return responses.length === 100 && responses.every(({ headersSent }) => headersSent);
  });
  test.app.server.off("request", collect);
  expect(responses.every(({ writableFinished }) => !writableFinished)).toBe(true);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(40 * size);
});

it("a caller who stops reading is disconnected", async () => {
  const { server } = test.app;
  // Shortens the timeout of a minute.
  expect(server.timeout).toBe(60_000);
  server.timeout = 300;
  const accepted = once(server, "connection") as Promise<[Socket]>;
  // More than the socket buffers hold.
  const reader = requestWithoutReading(5);
  reader.once("error", () => {});
  const ended = once(reader, "close");
  const [connection] = await accepted;
  await once(connection, "close");
  reader.resume();
  await ended;
  expect(reader.bytesRead).toBeLessThan(20_000_000);
});
