import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import { type Call, calls, type Procedure } from "../support/calls.ts";
import { transports } from "../support/transports.ts";
import type { Browser } from "../support/http.ts";
import { expectPlainRejection } from "../support/sentences.ts";
import { rounds } from "../support/rounds.ts";

let test: TestApp;
let both: Browser & { id: number };
beforeAll(async () => {
  test = await startApp();
  both = await test.trader();
  await both.post("/api/admin/login", { accessKey: test.adminKey });
  await both.patch(`/api/admin/user/${both.id}/account`, { payoutEnabled: true });
});
afterAll(() => test.close());

const oddText = fc.constantFrom(
  "\0",
  "\ud800",
  "1e2",
  "+5",
  "0x10",
  "NaN",
  "-0",
  "9".repeat(30),
  "__proto__",
  "constructor",
  "' or 1=1 --",
  "%",
  "a@b.cd",
  "under review",
  "approved",
  "bank",
  "\u202e",
  "e\u0301".repeat(50),
);

const oddValue = fc.oneof(
  oddText,
  fc.string({ unit: "binary" }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.maxSafeInteger(),
);

/** Generates valid inputs of the call with some fields changed, omitted or added. */
function oddInput({ input, path }: Call) {
  const names = [...Object.keys(input ?? {}), ...(path.includes("{id}") ? ["id"] : [])];
  const changes = Object.fromEntries(
    names.map((name) => [name, fc.option(oddValue, { nil: undefined, freq: 3 })]),
  );
  return fc.record({
    changes: fc.record(changes, { requiredKeys: [] }),
    added: fc.option(fc.dictionary(fc.string(), oddValue, { maxKeys: 2 }), { freq: 4 }),
  });
}

const written = (calls as readonly Call[]).filter(
  // Signing out would end the sessions of the other calls.
  ({ input, path }) => input !== undefined || path.includes("{id}"),
);

describe.each(transports)("random input over $name", (transport) => {
  it.each(written)("$procedure accepts it or rejects it with a message", async (call) => {
    const procedure = call.procedure as Procedure;
    await fc.assert(
      fc.asyncProperty(oddInput(call), async ({ changes, added }) => {
        const target = call.path.includes("{id}") ? { id: 2_147_483_647 } : {};
        const input = { ...call.input, ...target, ...added, ...changes };
        const isUrl = transport.name === "REST" && (call.method === "GET" || "id" in changes);
        // A URL cannot contain a lone surrogate.
        const isSendable = Object.values(input).every(
          (value) => typeof value !== "string" || value.isWellFormed(),
        );
        fc.pre(!isUrl || isSendable);
        const outcome = await transport.call(both, procedure, input);
        if (outcome.status >= 400) expectPlainRejection(outcome);
        else expect(outcome.status).toBeLessThan(300);
      }),
      rounds(6),
    );
  });
});
