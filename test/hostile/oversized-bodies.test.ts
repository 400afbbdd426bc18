import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp({ listen: true });
});
afterAll(() => test.close());

it("a client that is still sending receives the 413, and its connection stays open", async () => {
  const size = 6 * 1024 * 1024;
  const { hostname, port } = new URL(test.url);
  const socket = connect(Number(port), hostname);
  let received = "";
  socket.setEncoding("utf8").on("data", (text) => (received += String(text)));
  const errors: Error[] = [];
  socket.on("error", (error) => errors.push(error));
  const head = (line: string, ...headers: string[]) =>
    socket.write(
      [`${line} HTTP/1.1`, `Host: ${hostname}:${port}`, ...headers, "", ""].join("\r\n"),
    );

  head("POST /api/feed", "Content-Type: application/json", `Content-Length: ${size}`);
  await expect.poll(() => received).toContain("The request must not be larger than 5 MB");
  socket.write(Buffer.alloc(size, " "));
  head("GET /api/health", "Connection: close");
  await expect.poll(() => received).toContain("HTTP/1.1 200 OK");
  socket.destroy();
  expect(received).toMatch(/^HTTP\/1\.1 413 /);
  expect(errors).toEqual([]);
});
