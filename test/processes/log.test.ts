import { Writable } from "node:stream";
import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, expect, it, vi } from "vitest";
import { createLog } from "../../src/platform/log.ts";
import { PASSWORD, registration } from "../support/app.ts";
import { createDatabase } from "../support/database.ts";
import { logLines } from "../support/log-lines.ts";
import { linkIn } from "../support/mails.ts";
import { pdf } from "../support/pdf.ts";
import { Processes } from "../support/process.ts";
import { refusal, startMailServer } from "../support/smtp.ts";
import { waitUntil } from "../support/until.ts";

vi.setConfig({ testTimeout: 180_000 });

const processes = new Processes();
afterAll(() => processes.cleanUp());

it("a day of calls is logged with OWASP's event names and without any secret", async () => {
  const database = await createDatabase();
  const secret = (name: string) => `${name}-${randomBytes(12).toString("hex")}`;
  const smtp = { name: "desk", password: secret("smtp") };
  const mailServer = await startMailServer({
    user: smtp,
    // The first mail is rejected, so that the log contains an error.
    judge: async (attempt) => (attempt === 1 ? refusal(451, "Later") : undefined),
  });
  const secrets: Record<string, string> = {
    "access key": secret("key"),
    "wrong access key": secret("wrong-key"),
    "session secret": randomBytes(32).toString("base64"),
    "encryption key": randomBytes(32).toString("base64"),
    "smtp password": smtp.password,
    "first password": PASSWORD,
    "wrong password": secret("wrong"),
    "second password": secret("second"),
    "third password": secret("third"),
    "master password": secret("master"),
    "payment details": secret("IBAN"),
    "reset token that is none": secret("token"),
  };
  const app = await processes.start({
    env: {
      DATABASE_URL: database.url,
      SMTP_URL: mailServer.url,
      ADMIN_ACCESS_KEY: secrets["access key"]!,
      SESSION_SECRET: secrets["session secret"]!,
      ENCRYPTION_KEY: secrets["encryption key"]!,
      LOG_LEVEL: "trace",
    },
  });
  const day = async () => {
    const olivia = app.visitor();
    const sent = registration();
    const { id } = (await olivia.post("/api/register", sent)).json<{ id: number }>();
    secrets["trader's cookie"] = olivia.cookie;
    await olivia.post("/api/login", { email: sent.email, password: secrets["wrong password"] });
    await olivia.post("/api/login", { email: sent.email, password: PASSWORD });
    await olivia.post("/api/login", { email: secrets["first password"], password: 1 });
    await olivia.send("POST", "/api/trpc/auth.login", {
      json: { email: sent.email, password: secrets["wrong password"] },
    });

    const administrator = app.visitor();
    const accessKey = secrets["access key"];
    await administrator.post("/api/admin/login", { accessKey: secrets["wrong access key"] });
    await administrator.post("/api/admin/login", { accessKey });
    secrets["administrator's cookie"] = administrator.cookie;
    await administrator.patch(`/api/admin/user/${id}/account`, {
      payoutEnabled: true,
      masterPassword: secrets["master password"],
    });
    await administrator.patch(`/api/admin/user/${id}/account`, {
      masterPassword: secrets["master password"],
      balance: "not money",
    });
    await olivia.get("/api/user/account");
    await administrator.get(`/api/admin/user/${id}`);

    const payout = {
      amount: "10.00",
      paymentMethod: "bank",
      paymentDetails: secrets["payment details"],
    };
    const requested = await olivia.post("/api/user/payouts", payout);
    await olivia.post("/api/user/payouts", { ...payout, amount: "0" });
    const payoutId = requested.json<{ id: number }>().id;
    await administrator.get("/api/admin/payouts");
    await administrator.patch(`/api/admin/payouts/${payoutId}`, { status: "approved" });
    const form = new FormData();
    form.set("name", "Phase 1");
    form.set("userId", String(id));
    const file = new Blob([new Uint8Array(pdf(1000))], { type: "application/pdf" });
    form.set("certificateFile", file, "a.pdf");
    const uploaded = await administrator.post("/api/admin/certificates", form);
    expect(uploaded.status, uploaded.text).toBe(201);

    await olivia.post("/api/user/change-password", {
      currentPassword: secrets["wrong password"],
      newPassword: secrets["second password"],
      confirmPassword: secrets["second password"],
    });
    await olivia.post("/api/user/change-password", {
      currentPassword: PASSWORD,
      newPassword: secrets["second password"],
      confirmPassword: secrets["second password"],
    });
    await olivia.patch("/api/user/profile", { city: "Leeds" });
    await olivia.get("/api/admin/users");
    await olivia.post("/api/forgot-password", { email: sent.email });
    const mail = await mailServer.titled(/^Reset your password/);
    secrets["reset token"] = linkIn(mail).token;
    await olivia.get(`/reset-password?token=${secrets["reset token"]}`);
    await olivia.get(`/api/nothing?token=${secrets["reset token"]}`);
    const reset = { token: secrets["reset token"], password: secrets["third password"] };
    await olivia.post("/api/reset-password", {
      ...reset,
      token: secrets["reset token that is none"],
    });
    await olivia.post("/api/reset-password", reset);
    await administrator.post("/api/admin/users", { email: registration().email });
    secrets["invitation"] = linkIn(await mailServer.titled(/account is ready$/)).token;
    await administrator.patch(`/api/admin/user/${id}`, { fullName: "Olivia B." });
    await administrator.patch(`/api/admin/user/${id}/ban`, { banned: true, banReason: "Rules" });
    await olivia.post("/api/login", {
      email: sent.email,
      password: secrets["third password"],
    });
    for (let tries = 0; tries < 12; tries += 1) {
      await app.visitor().post("/api/login", {
        email: sent.email,
        password: secrets["wrong password"],
      });
    }
    const other = await fetch(`${app.url}/api/login`, {
      method: "POST",
      headers: { origin: "https://evil.example.com" },
    });
    expect(other.status).toBe(403);
    await administrator.delete(`/api/admin/user/${id}`);
    await administrator.post("/api/admin/logout");
  };
  await day();

  // And a fault, which is logged with everything known about it.
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("alter table users add constraint nobody_more check (id < 0) not valid");
  const failed = await app.visitor().post("/api/register", registration());
  expect(failed.status).toBe(500);
  const { rows } = await client.query<{ password: string }>("select password from users limit 1");
  expect(rows.length).toBe(1);
  await client.end();
  await waitUntil("the fault is logged", () => app.stdout.includes("unexpected error"));
  await app.signal("SIGTERM");

  const lines = logLines(app.stdout);
  const events = new Set(lines.map(({ event }) => event).filter((event) => event !== undefined));
  expect([...events].toSorted()).toEqual([
    "authn_login_fail",
    "authn_login_fail_max",
    "authn_login_success",
    "authn_password_change",
    "authn_password_change_fail",
    "authz_admin",
    "authz_fail",
    "input_validation_fail",
    "malicious_cors",
    "sensitive_read",
    "session_expired",
    "sys_shutdown",
    "sys_startup",
    "upload_stored",
    "user_created",
    "user_deleted",
    "user_updated",
  ]);
  for (const line of lines.filter(
    ({ event }) => typeof event === "string" && !event.startsWith("sys_"),
  )) {
    expect(line).toMatchObject({
      reqId: expect.stringMatching(/^[\w-]{36}$/),
      address: "127.0.0.1",
    });
  }

  const log = app.stdout + app.stderr;
  expect(log).toContain("mail delivery failed and will be retried");
  expect(log).not.toContain("$argon2");
  for (const [name, value] of Object.entries(secrets)) {
    // Of a cookie, its value.
    for (const text of value.split("; ").map((part) => part.replace(/^propdesk_\w+=/, ""))) {
      expect(text.length, name).toBeGreaterThan(8);
      expect(log.includes(text), `the ${name} is in the log`).toBe(false);
    }
  }
  expect(log).not.toContain(new URL(database.url).password || "no password");
  await mailServer.close();
  await database.drop();
});

it("a secret that is logged or contained in an error is not written", () => {
  let written = "";
  const log = createLog(
    { logLevel: "info" },
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        written += chunk.toString();
        done();
      },
    }),
  );
  log.info({ password: "s3cret", accessKey: "s3cret", token: "s3cret", masterPassword: "s3cret" });
  const error = Object.assign(new Error("failed"), { config: { headers: { cookie: "s3cret" } } });
  log.error({ err: error });
  expect(written).not.toContain("s3cret");
  expect(written.match(/\[redacted\]/g)).toHaveLength(5);
});
