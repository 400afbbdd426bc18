import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { TRPCClientError } from "@trpc/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeApiError, TransportError } from "../../../web/app/api-client/api-error.ts";
import { fetchFromApi } from "../../../web/app/api-client/transport.ts";
import { describeAdminLoginFailure } from "../../../web/app/session/admin-session.ts";

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

describe("a failed call", () => {
  const refused = (message: string, httpStatus?: number) =>
    TRPCClientError.from({ error: { message, code: -32000, data: { httpStatus } } });
  const answered = (...args: ConstructorParameters<typeof TransportError>) =>
    TRPCClientError.from(new TransportError(...args));

  it.each([
    ["with a message", refused("The name is taken", 409), "The name is taken"],
    ["with an empty message", refused("", 400), "Failed to log out"],
    ["with a blank message", refused(" \n\t", 500), "Failed to log out"],
    [
      "with an empty message from another server",
      answered("explained", "", 503),
      "Failed to log out",
    ],
    ["that returned a page", answered("unreadable", "502 Bad Gateway", 502), "502 Bad Gateway"],
    ["without a response", answered("unreachable", "You are offline."), "You are offline."],
    ["that threw an empty error", new Error(""), "Failed to log out"],
  ])("%s shows the message, or else the fallback", (_case, error, shown) => {
    expect(describeApiError(error, "Failed to log out")).toBe(shown);
  });

  it.each([
    ["an empty message", refused("", 403), "403 Forbidden"],
    ["an empty message and an unknown status", refused("", 530), "530"],
    ["neither message nor status", refused(""), "An unexpected error occurred"],
    ["a value that is no error", "failed", "An unexpected error occurred"],
  ])("with %s shows its status if the screen has no fallback", (_case, error, shown) => {
    expect(describeApiError(error)).toBe(shown);
  });

  it.each([
    ["with a message", refused("The key was revoked", 401), "The key was revoked"],
    ["with an empty message", refused("", 401), "Invalid access key"],
    ["that returned a page", answered("unreadable", "502 Bad Gateway", 502), "Invalid access key"],
    ["without a message", answered("unexplained", "401 Unauthorized", 401), "Invalid access key"],
    ["without a response", answered("unreachable", "You are offline."), "You are offline."],
  ])("%s of a sign-in with an access key shows no status", (_case, error, shown) => {
    expect(describeAdminLoginFailure(error)).toBe(shown);
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
