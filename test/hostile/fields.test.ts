import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import { type Call, calls, type Procedure } from "../support/calls.ts";
import { transports } from "../support/transports.ts";
import type { Browser } from "../support/http.ts";
import { expectPlainRejection } from "../support/sentences.ts";
import { snapshot } from "../support/snapshot.ts";

let test: TestApp;
let trader: Browser & { id: number };
let administrator: Browser;
let payoutId: number;
beforeAll(async () => {
  test = await startApp();
  trader = await test.trader();
  administrator = await test.administrator();
  await administrator.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
  const sent = { amount: "5", paymentMethod: "bank" };
  payoutId = (await trader.post("/api/user/payouts", sent)).json<{ id: number }>().id;
});
afterAll(() => test.close());

const targetOf = ({ path }: Call) => (path.includes("/payouts/") ? payoutId : trader.id);
const browserFor = ({ caller }: Call) =>
  ({ anyone: test.visitor(), trader, administrator })[caller];

/** Values that every field of every call rejects. */
const neverValid: unknown[] = [
  "a\0b",
  "\ud800",
  "\udc00 the second half first \ud800",
  {},
  { $gt: "" },
  [],
  ["a"],
  [[]],
  { toString: "x" },
  { length: 5 },
];

/** Values that only a few fields accept. */
const wrongTypes: Record<string, unknown[]> = {
  text: [5, true, false, -1, 1.5],
  boolean: ["true", "false", 0, 1, "", null, "yes"],
};

const booleans = new Set([
  "remember",
  "privacyPolicyAgreed",
  "banned",
  "payoutEnabled",
  "archived",
  "withhold",
]);
const numbers = new Set([
  "a",
  "b",
  "amount",
  "balance",
  "profitLoss",
  "initialBalance",
  "limit",
  "points",
  "days",
  "attempts",
  "keepDays",
  "step",
  "validMonths",
]);

/** Values that a call accepts, although others reject them. */
function isAccepted({ procedure }: Call, field: string, value: unknown): boolean {
  const isEmptyList = Array.isArray(value) && value.length === 0;
  // A firm may send no warnings, and ask for no pictures.
  if (field === "percents" || field === "pictures") return isEmptyList;
  // A period may have no events.
  if (procedure === "admin.calendar.import" && field === "events") return isEmptyList;
  if (field === "validMonths") return value === null;
  // A gate that names nothing stays as it is.
  return procedure === "admin.settings.gates.set" && JSON.stringify(value) === "{}";
}

function typesWrongFor(field: string): unknown[] {
  if (booleans.has(field)) return wrongTypes.boolean!;
  if (numbers.has(field)) return [true, null, "x"];
  // A number is a valid id, although the record may not exist.
  if (field.endsWith("Id")) return [true, null, "x"];
  return wrongTypes.text!;
}

const withInput = (calls as readonly Call[]).filter(({ input }) => input !== undefined);
const fields = withInput.flatMap((call) =>
  Object.keys(call.input!).map((field): [string, string, Call] => [call.procedure, field, call]),
);

/** Over REST the fields of a query are always strings. */
const isQuery = ({ method }: Call) => method === "GET";

describe.each(transports)("over $name", (transport) => {
  it.each(fields)("%s rejects every invalid %s and changes nothing", async (_name, field, call) => {
    const before = await snapshot(test);
    const values = [...neverValid, ...typesWrongFor(field)];
    for (const value of values) {
      if (isAccepted(call, field, value)) continue;
      // Any object can be a message.
      if (field === "payload" && JSON.stringify(value)?.startsWith("{")) continue;
      if (transport.name === "REST" && isQuery(call) && typeof value !== "string") continue;
      if (transport.name === "REST" && isQuery(call) && !String(value).isWellFormed()) continue;
      const input = { ...call.input, id: targetOf(call), [field]: value };
      if (!call.path.includes("{id}")) delete (input as { id?: number }).id;
      const outcome = await transport.call(browserFor(call), call.procedure as Procedure, input);
      expectPlainRejection(outcome);
      expect([value, outcome.status]).toEqual([value, 400]);
    }
    expect(await snapshot(test)).toEqual(before);
  });

  it.each(withInput)("$procedure rejects unknown fields", async (call) => {
    const before = await snapshot(test);
    for (const field of ["extra", "constructor", "toString", "hasOwnProperty", "userId", "a\0"]) {
      // Over tRPC the input names the record; its id would replace this one.
      if (field === call.idField || Object.hasOwn(call.input!, field)) continue;
      const input: Record<string, unknown> = { ...call.input, [field]: "x" };
      if (call.path.includes("{id}")) input.id = targetOf(call);
      const outcome = await transport.call(browserFor(call), call.procedure as Procedure, input);
      expect([field, outcome.status]).toEqual([field, 400]);
      expect(outcome.message).toMatch(/^Unknown field: /);
    }
    expect(await snapshot(test)).toEqual(before);
  });
});

/** Secrets without a maximum length, because they are only compared with a hash. */
const compared = new Set(["auth.login password", "trader.changePassword currentPassword"]);

/** Long texts of administrators. */
const notes = new Set(["adminNotes", "banReason", "note"]);
const changesOfActions = ["admin.actions.approve", "admin.actions.cancel", "admin.actions.retry"];

function maximumOf(procedure: string, field: string): number {
  if (notes.has(field) || changesOfActions.includes(procedure)) return 10_000;
  if (procedure.startsWith("admin.agreements.") && field === "text") return 100_000;
  return procedure.endsWith(".appeal") ? 5_000 : 2_000;
}

describe.each(transports)("text that is too long, over $name", (transport) => {
  const texts = fields.filter(
    ([procedure, field, { input }]) =>
      typeof input![field] === "string" && !compared.has(`${procedure} ${field}`),
  );

  it.each(texts)("is rejected as %s %s", async (_name, field, call) => {
    const before = await snapshot(test);
    const longest = maximumOf(call.procedure, field);
    const input: Record<string, unknown> = { ...call.input, [field]: "a".repeat(longest + 1) };
    if (call.path.includes("{id}")) input.id = targetOf(call);
    const outcome = await transport.call(browserFor(call), call.procedure as Procedure, input);
    expect(outcome.status).toBe(400);
    expectPlainRejection(outcome);
    expect(await snapshot(test)).toEqual(before);
  });

  it("is rejected only beyond the maximum, counted in Unicode characters", async () => {
    const longest = `${"𝒙".repeat(1_999)}a`;
    const update = (city: string) => transport.call(trader, "trader.updateProfile", { city });
    expect((await update(` ${longest} `)).body.city).toBe(longest);
    expect(await update(`${longest}b`)).toMatchObject({
      status: 400,
      message: "Text must not be longer than 2,000 characters",
    });
    await update("London");
    const banReason = "a".repeat(10_000);
    const ban = { id: (await test.trader()).id, banned: true, banReason };
    expect((await transport.call(administrator, "admin.users.ban", ban)).body.banReason).toBe(
      banReason,
    );
  });
});

describe("the message about unknown fields", () => {
  const login = { email: "olivia@example.com", password: "x" };
  const refused = async (more: object) =>
    (await test.visitor().post("/api/login", { ...login, ...more })).json<{ message: string }>()
      .message;

  it("truncates a long name", async () => {
    expect(await refused({ ["x".repeat(10_000)]: 1 })).toBe(`Unknown field: ${"x".repeat(40)}…`);
    expect(await refused({ ["𝒙".repeat(41)]: 1 })).toBe(`Unknown field: ${"𝒙".repeat(40)}…`);
  });

  it("names three fields and counts the others", async () => {
    const many = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`x${index}`, 1]));
    expect(await refused(many)).toBe("Unknown field: x0, x1, x2 and 1997 more");
  });
});

describe("a response of 400", () => {
  it.each<[string, string, (size: number) => object]>([
    [
      "many invalid values",
      "/api/admin/webhooks",
      (size) => ({ events: Array.from({ length: size }, () => "x") }),
    ],
    [
      "many objects without their fields",
      "/api/admin/rules",
      (size) => ({
        rules: { limits: Array.from({ length: size }, () => ({ kind: "daily_loss" })) },
      }),
    ],
    [
      "unknown fields with long names",
      "/api/admin/rules",
      () => ({
        rules: {
          limits: Array.from({ length: 300 }, () => ({ kind: "daily_loss", ["n".repeat(200)]: 1 })),
        },
      }),
    ],
  ])("stays small for %s", async (_name, url, body) => {
    const response = await administrator.post(url, body(5_000));
    expect(response.statusCode).toBe(400);
    const { issues } = response.json<{ issues: { path: string[]; message: string }[] }>();
    expect(issues.length).toBeGreaterThan(1);
    expect(issues.length).toBeLessThanOrEqual(100);
    expect(response.rawPayload.length).toBeLessThan(60_000);
  });
});

describe("ids in a path", () => {
  const outside = [
    "",
    "0",
    "-1",
    "2147483648",
    "9007199254740993",
    "99999999999999999999999",
    "1.5",
    "1.0",
    "1e0",
    "0x1",
    "+1",
    "01",
    " 1",
    "1 ",
    "abc",
    "NaN",
    "null",
    "undefined",
    "true",
    "__proto__",
    "constructor",
    "1;drop table users",
    "1'",
    "%00",
    "\u0661",
    "\0",
    "{id}",
    "*",
    "1,2",
    "x".repeat(190),
    "x".repeat(5000),
  ];

  const targeted = (calls as readonly Call[]).filter(({ path }) => path.includes("{id}"));

  it.each(targeted)("return 404 at $method $path if no row has them", async (call) => {
    const before = await snapshot(test);
    for (const id of outside) {
      const url = call.path.replace("{id}", encodeURIComponent(id));
      const payload = call.input;
      const response = await browserFor(call).send({ method: call.method, url, payload });
      expect([id, response.statusCode]).toEqual([id, 404]);
      expect(response.json()).toEqual({ message: expect.stringMatching(/not found$/i) as string });
    }
    expect(await snapshot(test)).toEqual(before);
  });

  it.each(targeted)("must not be given twice at $method $path", async (call) => {
    if (call.method === "GET" || call.method === "DELETE") return;
    const url = call.path.replace("{id}", String(targetOf(call)));
    const name = call.idField ?? "id";
    const payload = { ...call.input, [name]: targetOf(call) };
    const response = await browserFor(call).send({ method: call.method, url, payload });
    const message = `Unknown field: ${name}`;
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { message, issues: [{ path: [name], message }] },
    ]);
  });

  it.each(targeted)("have the same outcome over tRPC for $procedure", async (call) => {
    const before = await snapshot(test);
    const procedure = call.procedure as Procedure;
    const trpc = transports.find(({ name }) => name === "tRPC")!;
    const ask = (id: unknown) => trpc.call(browserFor(call), procedure, { ...call.input, id });
    for (const id of [0, -1, 2_147_483_648, 1.5, 1e21, -0, 9_007_199_254_740_993]) {
      expect([id, (await ask(id)).status]).toEqual([id, 404]);
    }
    for (const id of ["1", "", null, undefined, true, {}, [], [1]]) {
      const outcome = await ask(id);
      expectPlainRejection(outcome);
      expect([id, outcome.status]).toEqual([id, 400]);
    }
    expect(await snapshot(test)).toEqual(before);
  });
});
