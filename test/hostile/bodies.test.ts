import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { InjectOptions } from "fastify";
import { startApp, type TestApp } from "../support/app.ts";
import { type Call, calls, tooLargeBody } from "../support/calls.ts";
import type { Browser } from "../support/http.ts";
import { certificateParts, multipart, type Part, pdf } from "../support/pdf.ts";
import { expectPlainRejection } from "../support/sentences.ts";
import { snapshot } from "../support/snapshot.ts";

let test: TestApp;
let trader: Browser & { id: number };
let administrator: Browser;
let before: unknown;
beforeAll(async () => {
  test = await startApp();
  trader = await test.trader();
  administrator = await test.administrator();
  before = await snapshot(test);
});
afterAll(() => test.close());

const writes = (calls as readonly Call[]).filter(
  ({ method, input }) => method !== "GET" && input !== undefined,
);

async function send(browser: Browser, options: InjectOptions) {
  const response = await browser.send(options);
  const body = response.json<Record<string, unknown>>();
  return { status: response.statusCode, body, message: String(body.message), response };
}

function requestOf({ method, path }: Call): { method: Call["method"]; url: string } {
  return { method, url: path.replace("{id}", String(trader.id)) };
}

const browserFor = ({ caller }: Call) =>
  ({ anyone: test.visitor(), trader, administrator })[caller];

const json = { "content-type": "application/json" };

/** Bodies that every call rejects, with the expected status. */
const bodies: [string, number, InjectOptions["payload"], Record<string, string>][] = [
  ["broken JSON", 400, "{", json],
  ["JSON with a trailing comma", 400, '{"a":1,}', json],
  ["JSON followed by text", 400, "{} x", json],
  ["two values", 400, "{}{}", json],
  ["single quotes", 400, "{'a':1}", json],
  ["NaN", 400, '{"amount":NaN}', json],
  ["an unquoted word", 400, "hello", json],
  ["only a NUL", 400, "\0", json],
  ["broken UTF-8", 400, Buffer.from('{"email":"\xff\xfe"}', "latin1"), json],
  ["truncated UTF-8", 400, Buffer.from('{"email":"é"}').subarray(0, 11), json],
  ["an array", 400, "[]", json],
  ["an array of objects", 400, '[{"email":"a@b.cd"}]', json],
  ["a text", 400, '"hello"', json],
  ["a number", 400, "5", json],
  ["true", 400, "true", json],
  ["a prototype", 400, '{"__proto__":{"isAdmin":true}}', json],
  ["a nested prototype", 400, '{"email":{"__proto__":{"x":1}}}', json],
  ["a constructor", 400, '{"constructor":{"prototype":{"x":1}}}', json],
  ["deep arrays", 400, `${"[".repeat(100_000)}${"]".repeat(100_000)}`, json],
  ["deep objects", 400, `${'{"a":'.repeat(40_000)}1${"}".repeat(40_000)}`, json],
  ["a form", 415, "email=a%40b.cd", { "content-type": "application/x-www-form-urlencoded" }],
  ["plain text", 415, "{}", { "content-type": "text/plain" }],
  ["XML", 415, "<a/>", { "content-type": "application/xml" }],
  ["no known type", 415, "{}", { "content-type": "nonsense" }],
  ["an empty type", 415, "{}", { "content-type": "" }],
  ["a type similar to JSON", 415, "{}", { "content-type": "application/jsonp" }],
  ["multipart", 415, "--x--", { "content-type": "multipart/form-data; boundary=x" }],
];

describe.each(writes)("$method $path", (call) => {
  it.each(bodies)("rejects %s with %i", async (_name, status, payload, headers) => {
    const outcome = await send(browserFor(call), { ...requestOf(call), payload, headers });
    expectPlainRejection(outcome);
    expect(outcome.status).toBe(status);
  });

  it("rejects a huge body with 413", async () => {
    const payload = tooLargeBody(call);
    const outcome = await send(browserFor(call), { ...requestOf(call), payload, headers: json });
    expectPlainRejection(outcome);
    expect(outcome.status).toBe(413);
  });

  it("rejects an empty body or null unless no field is required", async () => {
    const nothingRequired = [
      "trader.updateProfile",
      "admin.users.update",
      "admin.settings.enforcement.set",
      "admin.settings.gates.set",
      "admin.settings.identity.set",
      "admin.settings.links.set",
      "admin.settings.links.preview",
    ].includes(call.procedure);
    if (nothingRequired || call.procedure.startsWith("admin.accounts.")) return;
    for (const payload of [undefined, "null", "{}", " "]) {
      const outcome = await send(browserFor(call), { ...requestOf(call), payload, headers: json });
      expectPlainRejection(outcome);
      expect([payload, outcome.status]).not.toEqual([payload, 200]);
    }
  });
});

it("the nesting of JSON is limited to 32 levels", async () => {
  const messageAt = async (levels: number) => {
    const payload = `{"email":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
    const options = {
      method: "POST",
      url: "/api/forgot-password",
      payload,
      headers: json,
    } as const;
    return (await send(test.visitor(), options)).message;
  };
  expect(await messageAt(32)).toBe("Please enter a valid email address");
  expect(await messageAt(33)).toBe("The JSON is nested too deeply");
});

describe("an upload", () => {
  const post = (options: Pick<InjectOptions, "payload" | "headers">) =>
    send(administrator, { method: "POST", url: "/api/admin/certificates", ...options });
  const good = () => multipart(certificateParts(trader.id));
  const raw = (payload: string, contentType = "multipart/form-data; boundary=x") =>
    post({ payload, headers: { "content-type": contentType } });
  const field = (name: string, value = "x"): Part => ({ name, value });

  it.each([
    ["nothing", ""],
    ["only its end", "--x--\r\n"],
    ["only its start", "--x\r\n"],
    ["no boundary in the body", "hello"],
    ["a part without headers", "--x\r\n\r\nhello\r\n--x--\r\n"],
    ["a part without a name", "--x\r\nContent-Disposition: form-data\r\n\r\nhello\r\n--x--\r\n"],
    [
      "a part with an empty name",
      '--x\r\nContent-Disposition: form-data; name=""\r\n\r\na\r\n--x--\r\n',
    ],
    [
      "a part of another kind",
      "--x\r\nContent-Disposition: attachment; name=name\r\n\r\na\r\n--x--\r\n",
    ],
    ["a truncated header", "--x\r\nContent-Disposition: form-da"],
    ["a header without a colon", "--x\r\nnonsense\r\n\r\na\r\n--x--\r\n"],
    ["NUL in a header", '--x\r\nContent-Disposition: form-data; name="a\0b"\r\n\r\na\r\n--x--\r\n'],
    ["huge headers", `--x\r\nX-Long: ${"y".repeat(100_000)}\r\n\r\na\r\n--x--\r\n`],
  ])("with %s is rejected", async (_name, payload) => {
    expectPlainRejection(await raw(payload));
  });

  it.each([
    "multipart/form-data",
    "multipart/form-data; boundary=",
    'multipart/form-data; boundary="',
    `multipart/form-data; boundary=${"x".repeat(500)}`,
    "multipart/form-data; boundary=x; boundary=y",
    "multipart/mixed; boundary=x",
    "multipart/",
    "multipart",
  ])("declared as %s is rejected", async (contentType) => {
    expectPlainRejection(await raw("--x--\r\n", contentType));
  });

  it("is rejected if it is truncated anywhere", async () => {
    const { payload, headers } = good();
    for (let length = 0; length < payload.length - 4; length += 7) {
      expectPlainRejection(await post({ payload: payload.subarray(0, length), headers }));
    }
  });

  it.each<[string, number, (id: number) => Part[]]>([
    [
      "a second file",
      413,
      (id) => [
        ...certificateParts(id),
        { name: "more", value: pdf(), filename: "b.pdf", type: "application/pdf" },
      ],
    ],
    [
      "too many fields",
      413,
      (id) => [
        ...certificateParts(id),
        ...Array.from({ length: 50 }, (_, index) => field(`f${index}`)),
      ],
    ],
    ["a prototype as a field", 400, (id) => [...certificateParts(id), field("__proto__")]],
    ["a constructor as a field", 400, (id) => [...certificateParts(id), field("constructor")]],
    ["a huge name", 413, (id) => certificateParts(id, { name: "x".repeat(200_000) })],
    ["an overlong field name", 400, (id) => [...certificateParts(id), field("x".repeat(5000))]],
  ])("with %s is rejected with %i", async (_name, status, parts) => {
    const outcome = await post(multipart(parts(trader.id)));
    expectPlainRejection(outcome);
    expect(outcome.status).toBe(status);
  });

  it("returns 415 if it is not multipart", async () => {
    const types = ["application/json", "application/pdf", "multipart/mixed; boundary=x"];
    for (const headers of [...types.map((type) => ({ "content-type": type })), {}]) {
      const outcome = await post({ payload: pdf(400_000), headers });
      expectPlainRejection(outcome);
      expect([headers, outcome.status]).toEqual([headers, 415]);
      expect(outcome.message).toMatch(/multipart\/form-data/);
    }
    expect((await post({})).status).toBe(415);
  });
});

describe("after all of these calls", () => {
  it("nothing has changed", async () => {
    expect(await snapshot(test)).toEqual(before);
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
  });
});
