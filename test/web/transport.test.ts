import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TransportError } from "../../web/api-client/api-error.ts";
import { fetchFromApi } from "../../web/api-client/transport.ts";

interface Answer {
  status: number;
  body: string;
}

let answer: Answer;
const server = createServer((_request, response) => {
  // Without a status text, as over HTTP/2.
  response.writeHead(answer.status, "").end(answer.body);
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

async function failure(given: Answer): Promise<TransportError> {
  answer = given;
  const error: unknown = await fetchFromApi(url).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(TransportError);
  return error as TransportError;
}

describe("an answer", () => {
  it("of the API is passed through unchanged", async () => {
    answer = { status: 401, body: '{"error":{"json":{"message":"Please sign in"}}}' };
    const response = await fetchFromApi(url);
    expect(response.status).toBe(401);
    expect(await response.text()).toBe(answer.body);
  });

  it.each([
    ["a proxy's page", { status: 502, body: "<html>nginx</html>" }, "502 Bad Gateway"],
    ["an unknown status with text", { status: 530, body: "origin down" }, "530 origin down"],
    ["an unknown status with a page", { status: 530, body: "<html></html>" }, "530"],
    ["a body that breaks off", { status: 200, body: '{"result":' }, "200 OK"],
    ["nothing at all", { status: 504, body: "" }, "504 Gateway Timeout"],
  ])("that is %s shows its status and text", async (_name, given, message) => {
    expect(await failure(given)).toMatchObject({
      message,
      kind: "unreadable",
      status: given.status,
    });
  });

  it("in JSON from another server shows its message", async () => {
    const given = { status: 503, body: '{"message":"Down for maintenance"}' };
    expect(await failure(given)).toMatchObject({ message: "Down for maintenance", status: 503 });
  });
});
