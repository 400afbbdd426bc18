import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import { callOf, type Procedure } from "../support/calls.ts";
import { transports } from "../support/transports.ts";
import type { Browser } from "../support/http.ts";

type Change = Record<string, unknown>;

const email = "Please enter a valid email";
const long = "x".repeat(101);

/** Invalid fields of otherwise valid inputs, with the messages of spec.md section 5. */
const rules: [Procedure, Change, string, string][] = [
  ["auth.register", { fullName: "O" }, "fullName", "Full name must be at least 2 characters"],
  ["auth.register", { fullName: " O " }, "fullName", "Full name must be at least 2 characters"],
  ["auth.register", { fullName: undefined }, "fullName", "Full name must be at least 2 characters"],
  ["auth.register", { email: "olivia" }, "email", email],
  ["auth.register", { email: "" }, "email", email],
  ["auth.register", { email: undefined }, "email", email],
  ["auth.register", { email: "olivia@" }, "email", email],
  ["auth.register", { password: "1234567" }, "password", "Password must be at least 8 characters"],
  ["auth.register", { password: undefined }, "password", "Password must be at least 8 characters"],
  ["auth.register", { password: long }, "password", "Password is too long"],
  [
    "auth.register",
    { privacyPolicyAgreed: false },
    "privacyPolicyAgreed",
    "You must agree to the privacy policy",
  ],
  [
    "auth.register",
    { privacyPolicyAgreed: undefined },
    "privacyPolicyAgreed",
    "You must agree to the privacy policy",
  ],
  ["auth.register", { country: "" }, "country", "Please select a country"],
  ["auth.register", { city: " " }, "city", "City is required"],
  ["auth.register", { street: undefined }, "street", "Street is required"],
  ["auth.register", { houseNumber: "" }, "houseNumber", "House number is required"],
  ["auth.login", { email: "olivia" }, "email", email],
  ["auth.login", { password: "" }, "password", "Password is required"],
  ["auth.login", { password: undefined }, "password", "Password is required"],
  ["trader.updateProfile", { email: "olivia" }, "email", email],
  ["trader.updateProfile", { email: "" }, "email", email],
  [
    "trader.changePassword",
    { currentPassword: "" },
    "currentPassword",
    "Current password is required",
  ],
  [
    "trader.changePassword",
    { newPassword: "1234567", confirmPassword: "1234567" },
    "newPassword",
    "New password must be at least 8 characters",
  ],
  [
    "trader.changePassword",
    { newPassword: long, confirmPassword: long },
    "newPassword",
    "New password is too long",
  ],
  [
    "trader.changePassword",
    { confirmPassword: "" },
    "confirmPassword",
    "Please confirm your password",
  ],
  [
    "trader.changePassword",
    { confirmPassword: undefined },
    "confirmPassword",
    "Please confirm your password",
  ],
  [
    "trader.changePassword",
    { confirmPassword: "something else" },
    "confirmPassword",
    "Passwords do not match",
  ],
  [
    "trader.changePassword",
    { currentPassword: "not the one" },
    "currentPassword",
    "Current password is incorrect",
  ],
  ["trader.payouts.request", { amount: "" }, "amount", "Amount must be a valid number"],
  ["trader.payouts.request", { amount: "ten" }, "amount", "Amount must be a valid number"],
  ["trader.payouts.request", { amount: undefined }, "amount", "Amount must be a valid number"],
  ["trader.payouts.request", { amount: "0" }, "amount", "Amount must be greater than 0"],
  ["trader.payouts.request", { amount: 0 }, "amount", "Amount must be greater than 0"],
  ["trader.payouts.request", { amount: "-5.00" }, "amount", "Amount must be greater than 0"],
  [
    "trader.payouts.request",
    { paymentMethod: "" },
    "paymentMethod",
    "Please select a payment method",
  ],
  [
    "trader.payouts.request",
    { paymentMethod: "cheque" },
    "paymentMethod",
    "Please select a payment method",
  ],
  [
    "trader.payouts.request",
    { paymentMethod: undefined },
    "paymentMethod",
    "Please select a payment method",
  ],
  ["auth.forgotPassword", { email: "olivia" }, "email", "Please enter a valid email address"],
  ["auth.forgotPassword", { email: undefined }, "email", "Please enter a valid email address"],
  [
    "auth.resetPassword",
    { password: "1234567" },
    "password",
    "Password must be at least 8 characters",
  ],
  ["auth.resetPassword", { password: long }, "password", "Password is too long"],
  ["auth.resetPassword", { token: undefined }, "token", "Invalid reset token"],
  ["auth.resetPassword", { token: "" }, "token", "Invalid reset token"],
  ["auth.resetPassword", { token: "never issued" }, "token", "Invalid reset token"],
  ["admin.users.create", { fullName: "N" }, "fullName", "Full name must be at least 2 characters"],
  ["admin.users.create", { email: "noah" }, "email", email],
  ["admin.users.create", { email: undefined }, "email", email],
  ["admin.users.update", { fullName: "N" }, "fullName", "Full name must be at least 2 characters"],
  ["admin.users.update", { email: "noah" }, "email", email],
  [
    "admin.users.ban",
    { banReason: undefined },
    "banReason",
    "Please provide a reason for banning this user",
  ],
  [
    "admin.users.ban",
    { banReason: "  " },
    "banReason",
    "Please provide a reason for banning this user",
  ],
];

let test: TestApp;
let trader: Browser & { id: number };
let administrator: Browser;
let payoutId: number;
beforeAll(async () => {
  test = await startApp();
  trader = await test.trader();
  administrator = await test.administrator();
  await administrator.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
  const request = await trader.post("/api/user/payouts", callOf("trader.payouts.request").input);
  payoutId = request.json<{ id: number }>().id;
});
afterAll(() => test.close());

/** Returns a browser that may make the call, and a valid input with the change. */
function prepared(procedure: Procedure, change: Change) {
  const { caller, path, input } = callOf(procedure);
  const browsers = { anyone: test.visitor(), trader, administrator };
  const id = path.startsWith("/api/admin/payouts") ? payoutId : trader.id;
  const given = { ...input, ...(path.includes("{id}") && { id }), ...change };
  return { browser: browsers[caller], input: given };
}

describe.each(transports)("an input with one invalid field over $name", (transport) => {
  it.each(rules)(
    "%s with %j returns an error for %s: %s",
    async (procedure, change, field, message) => {
      const { browser, input } = prepared(procedure, change);
      const outcome = await transport.call(browser, procedure, input);
      expect(outcome).toMatchObject({
        status: 400,
        message,
        body: { issues: [{ path: [field], message }] },
      });
    },
  );

  it("requires notes for a rejection", async () => {
    const { browser, input } = prepared("admin.payouts.decide", {
      status: "rejected",
      adminNotes: " ",
    });
    const { status, body } = await transport.call(browser, "admin.payouts.decide", input);
    expect(status).toBe(400);
    expect(body.issues).toEqual([{ path: ["adminNotes"], message: body.message }]);
  });
});

describe.each(transports)("an input with several invalid fields over $name", (transport) => {
  it("lists every failing rule and uses the first one's text as the message", async () => {
    const { browser, input } = prepared("auth.register", {
      fullName: "",
      email: "olivia",
      password: "short",
      privacyPolicyAgreed: false,
    });
    const { status, body } = await transport.call(browser, "auth.register", input);
    expect(status).toBe(400);
    expect(body.message).toBe("Full name must be at least 2 characters");
    expect(body.issues).toEqual([
      { path: ["fullName"], message: "Full name must be at least 2 characters" },
      { path: ["email"], message: email },
      { path: ["password"], message: "Password must be at least 8 characters" },
      { path: ["privacyPolicyAgreed"], message: "You must agree to the privacy policy" },
    ]);
  });

  it("returns 404 if the id of the record is one of them", async () => {
    const { browser, input } = prepared("admin.users.update", { id: 0, email: "olivia" });
    const { status, body } = await transport.call(browser, "admin.users.update", input);
    expect([status, body.message, body.issues]).toEqual([404, "Not found", undefined]);
  });

  it("accepts passwords up to 100 Unicode characters", async () => {
    const { browser, input } = prepared("auth.register", {
      email: `${transport.name}@example.com`,
      password: "🐎".repeat(100),
    });
    const { status } = await transport.call(browser, "auth.register", input);
    expect(status).toBe(transport.name === "REST" ? 201 : 200);
  });
});
