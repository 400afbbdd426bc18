import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { TRPCClientError } from "@trpc/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeApiError, TransportError } from "../../web/api-client/api-error.ts";
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

describe("the message of a throttled call", () => {
  const describeThrottled = (message: string, retryAfter: number) =>
    describeApiError(
      TRPCClientError.from({ error: { message, code: -32029, data: { retryAfter } } }),
    );

  it.each([
    [1, "1 second"],
    [89, "89 seconds"],
    [90, "2 minutes"],
    [3600, "60 minutes"],
  ])("states how long to wait, never too short: %d s is %s", (retryAfter, wait) => {
    expect(describeThrottled("Too many attempts.", retryAfter)).toBe(
      `Too many attempts. Try again in ${wait}.`,
    );
  });

  it("omits the wait if the server has stated it", () => {
    const named = "Too many attempts. Please try again in 15 minutes.";
    expect(describeThrottled(named, 900)).toBe(named);
    const unnamed = "The service is busy. Please try again later.";
    expect(describeThrottled(unnamed, 5)).toBe(`${unnamed} Try again in 5 seconds.`);
  });
});

describe("a response", () => {
  it.each([
    [401, '{"error":{"json":{"message":"Please sign in","code":-32001}}}'],
    [200, '{"result":{"data":{"json":null}}}'],
    [200, '{"result":{"data":{"meta":{"values":["undefined"]}}}}'],
  ])("of the API is passed through unchanged: %i %s", async (status, body) => {
    answer = { status, body };
    const response = await fetchFromApi(url);
    expect(response.status).toBe(status);
    expect(await response.text()).toBe(body);
  });

  it.each([
    ["a proxy's page", { status: 502, body: "<html>nginx</html>" }, "502 Bad Gateway"],
    ["an unknown status with text", { status: 530, body: "origin down" }, "530 origin down"],
    ["an unknown status with a page", { status: 530, body: "<html></html>" }, "530"],
    ["a truncated body", { status: 200, body: '{"result":' }, "200 OK"],
    ["an empty body", { status: 504, body: "" }, "504 Gateway Timeout"],
  ])("that is %s shows its status and text", async (_name, given, message) => {
    expect(await failure(given)).toMatchObject({
      message,
      kind: "unreadable",
      status: given.status,
    });
  });

  it.each([
    '{"message":"Down for maintenance"}',
    '{"statusCode":503,"error":"Service Unavailable","message":"Down for maintenance"}',
  ])("in JSON from another server shows its message: %s", async (body) => {
    expect(await failure({ status: 503, body })).toMatchObject({
      message: "Down for maintenance",
      kind: "explained",
      status: 503,
    });
  });

  it.each(['{"error":"Bad Gateway"}', '{"error":{"message":"Bad"}}', '{"result":"ok"}', "{}", "1"])(
    "in JSON without a message of its own shows its status and text: %s",
    async (body) => {
      expect(await failure({ status: 502, body })).toMatchObject({
        message: "502 Bad Gateway",
        kind: "unexplained",
        status: 502,
      });
    },
  );
});
