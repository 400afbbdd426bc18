import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, registration, startApp, type TestApp } from "../support/app.ts";
import { uploadCertificate } from "../support/certificates.ts";
import type { Browser } from "../support/http.ts";
import { createRules } from "../support/verdicts.ts";
import { contractRules } from "../unit/business/rulebook/rules/rules.fixtures.ts";

let test: TestApp;
let administrator: Browser;
let trader: Browser & { id: number };
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
  trader = await test.trader();
});
afterAll(() => test.close());

type Write = (value: string) => ReturnType<Browser["post"]>;

/** Every name that someone can enter. */
const names: [string, Write][] = [
  [
    "a trader's name",
    (fullName) => test.visitor().post("/api/register", registration({ fullName })),
  ],
  [
    "a trader's name, entered by an administrator",
    (fullName) => administrator.patch(`/api/admin/user/${trader.id}`, { fullName }),
  ],
  [
    "a team member's name",
    (name) => administrator.post("/api/admin/team", { name, role: "support" }),
  ],
  ["an administrator's own name", (name) => administrator.patch("/api/admin/me", { name })],
  [
    "a token's label",
    (label) => administrator.post("/api/admin/tokens", { label, scopes: ["feed:write"] }),
  ],
  ["the firm's name", (name) => administrator.patch("/api/admin/settings/brand", { name })],
  [
    "the sender's name",
    (senderName) => administrator.patch("/api/admin/settings/brand", { senderName }),
  ],
  ["a tag", (tag) => administrator.patch(`/api/admin/user/${trader.id}/tags`, { add: [tag] })],
  [
    "a view's name",
    (name) => administrator.post("/api/admin/views", { list: "users", name, parameters: {} }),
  ],
  ["a certificate's title", (name) => uploadCertificate(administrator, trader.id, { name })],
  [
    "a rule set's name",
    (name) => administrator.post("/api/admin/rules", { name, rules: contractRules }),
  ],
  [
    "a programme's name",
    async (name) => {
      const rulesVersionId = await createRules(administrator, contractRules);
      return administrator.post("/api/admin/programmes", {
        name,
        currency: "USD",
        initialBalances: ["50000.00"],
        steps: [{ phase: "Phase 1", rulesVersionId, payoutEnabled: false }],
      });
    },
  ],
  [
    "a webhook's description",
    (description) =>
      administrator.post("/api/admin/webhooks", {
        url: "https://example.com/hook",
        events: ["payout.requested"],
        description,
      }),
  ],
  [
    "the holder of the payment account",
    (name) =>
      administrator.patch("/api/admin/payments/account", {
        name,
        iban: "DE89370400440532013000",
        bic: null,
      }),
  ],
];

describe.each(names)("%s", (_what, write) => {
  it("is stored in composed form, with the joiners of Persian", async () => {
    const response = await write("Jo\u0308rg علی\u200cرضا");
    expect(response.json<object>()).not.toHaveProperty("issues");
    expect(response.statusCode).toBeLessThan(300);
    expect(response.body.toLowerCase()).toContain("jörg علی\u200cرضا");
  });

  it.each([
    ["line breaks", "Jörg\nMüller", "Must be a single line"],
    ["bidirectional characters", "Jörg\u202e relluM", /^Must not contain invisible .* U\+202E$/],
    ["invisible characters", "Jö\u200brg", /^Must not contain invisible .* U\+200B$/],
  ])("must not contain %s", async (_characters, value, message) => {
    const response = await write(value);
    const expected = expect.stringMatching(message) as string;
    expect(response.json()).toMatchObject({ message: expected, issues: [{ message: expected }] });
    expect(response.statusCode).toBe(400);
  });
});

it("the specification's message comes first if a name is too short as well", async () => {
  const response = await test
    .visitor()
    .post("/api/register", registration({ fullName: "J\u200b" }));
  expect(response.json()).toMatchObject({
    message: "Full name must be at least 2 characters",
    issues: [
      { path: ["fullName"], message: "Full name must be at least 2 characters" },
      { path: ["fullName"], message: "Must not contain invisible characters such as U+200B" },
    ],
  });
});

describe("an email with an internationalised domain", () => {
  it("is the same account in both spellings", async () => {
    const sent = registration({ email: "Jorg@Müller-Handel.example" });
    const registered = await test.visitor().post("/api/register", sent);
    expect(registered.statusCode).toBe(201);
    const stored = "jorg@xn--mller-handel-dlb.example";
    expect(registered.json()).toMatchObject({ email: stored });
    for (const email of [
      stored,
      "jorg@MÜLLER-HANDEL.example",
      "jorg@mu\u0308ller-handel.example",
    ]) {
      const again = await test.visitor().post("/api/register", registration({ email }));
      expect([email, again.statusCode]).toEqual([email, 409]);
      const signedIn = await test.visitor().post("/api/login", { email, password: PASSWORD });
      expect([email, signedIn.statusCode]).toEqual([email, 200]);
    }
    await test.visitor().post("/api/forgot-password", { email: "jorg@müller-handel.example" });
    expect(await test.mailsTo(stored)).toHaveLength(1);
  });

  it("is rejected with the specification's message if mail cannot be sent to it everywhere", async () => {
    const sent = registration({ email: "jörg@example.com" });
    const response = await test.visitor().post("/api/register", sent);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ message: "Please enter a valid email" });
  });
});
