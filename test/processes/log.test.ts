import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { open } from "node:fs/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { secretFields } from "../../src/declarations.ts";
import { createLog } from "../../src/platform/log.ts";
import { PASSWORD, registration } from "../support/app.ts";
import { createDatabase } from "../support/database.ts";
import type { HttpClient } from "../support/http-client.ts";
import { logLines } from "../support/log-lines.ts";
import { linkIn } from "../support/mails.ts";
import { pdf } from "../support/pdf.ts";
import { type AppProcess, Processes, projectNode, root } from "../support/process.ts";
import { refusal, startMailServer } from "../support/smtp.ts";
import { waitUntil } from "../support/until.ts";

const processes = new Processes();

/** The secrets that must never be logged, by name. The calls below add those that the app issues. */
const secrets = {
  "access key": secret("key"),
  "wrong access key": secret("wrong-key"),
  "session secret": randomBytes(32).toString("base64"),
  "encryption key": randomBytes(32).toString("base64"),
  "smtp password": secret("smtp"),
  "first password": PASSWORD,
  "wrong password": secret("wrong"),
  "second password": secret("second"),
  "third password": secret("third"),
  "master password": secret("master"),
  "payment details": secret("IBAN"),
  "invalid reset token": secret("token"),
  "reset token": "",
  invitation: "",
  "trader's cookie": "",
  "administrator's cookie": "",
};

function secret(name: string): string {
  return `${name}-${randomBytes(12).toString("hex")}`;
}

describe("the log of calls of every kind", () => {
  const olivia = registration();
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let mailServer: Awaited<ReturnType<typeof startMailServer>>;
  let app: AppProcess;
  let trader: HttpClient;
  let administrator: HttpClient;
  let traderId: number;

  beforeAll(async () => {
    database = await createDatabase();
    mailServer = await startMailServer({
      user: { name: "desk", password: secrets["smtp password"] },
      // Rejects the first mail, so that the log contains an error.
      judge: async (attempt) => (attempt === 1 ? refusal(451, "Later") : undefined),
    });
    app = await processes.start({
      env: {
        DATABASE_URL: database.url,
        SMTP_URL: mailServer.url,
        ADMIN_ACCESS_KEY: secrets["access key"],
        SESSION_SECRET: secrets["session secret"],
        ENCRYPTION_KEY: secrets["encryption key"],
        LOG_LEVEL: "trace",
      },
    });
    trader = app.visitor();
    administrator = app.visitor();
    await signIn();
    await fillAccount();
    await handlePayout();
    await issueCertificate();
    await changePassword();
    await resetPassword();
    await administerUsers();
    await attack();
    await deleteTrader();
    await causeFault();
    await app.signal("SIGTERM");
  });

  afterAll(async () => {
    await processes.cleanUp();
    await mailServer.close();
    await database.drop();
  });

  async function signIn() {
    const registered = await trader.post("/api/register", olivia);
    traderId = registered.json<{ id: number }>().id;
    secrets["trader's cookie"] = trader.cookie;
    const { email } = olivia;
    const wrong = { email, password: secrets["wrong password"] };
    await trader.post("/api/login", wrong);
    await trader.post("/api/login", { email, password: PASSWORD });
    await trader.post("/api/login", { email: PASSWORD, password: 1 });
    await trader.send("POST", "/api/trpc/auth.login", { json: wrong });
    await administrator.post("/api/admin/login", { accessKey: secrets["wrong access key"] });
    await administrator.post("/api/admin/login", { accessKey: secrets["access key"] });
    secrets["administrator's cookie"] = administrator.cookie;
  }

  async function fillAccount() {
    const account = `/api/admin/user/${traderId}/account`;
    const masterPassword = secrets["master password"];
    await administrator.patch(account, { payoutEnabled: true, masterPassword });
    await administrator.patch(account, { masterPassword, balance: "not money" });
    await trader.get("/api/user/account");
    await administrator.get(`/api/admin/user/${traderId}`);
  }

  async function handlePayout() {
    const paymentDetails = secrets["payment details"];
    const payout = { amount: "10.00", paymentMethod: "bank", paymentDetails };
    const requested = await trader.post("/api/user/payouts", payout);
    await trader.post("/api/user/payouts", { ...payout, amount: "0" });
    const { id } = requested.json<{ id: number }>();
    await administrator.get("/api/admin/payouts");
    await administrator.patch(`/api/admin/payouts/${id}`, { status: "approved" });
  }

  async function issueCertificate() {
    const form = new FormData();
    form.set("name", "Phase 1");
    form.set("userId", String(traderId));
    const file = new Blob([new Uint8Array(pdf(1000))], { type: "application/pdf" });
    form.set("certificateFile", file, "a.pdf");
    const uploaded = await administrator.post("/api/admin/certificates", form);
    expect(uploaded.status, uploaded.text).toBe(201);
  }

  async function changePassword() {
    const newPassword = secrets["second password"];
    const passwords = { newPassword, confirmPassword: newPassword };
    for (const currentPassword of [secrets["wrong password"], PASSWORD]) {
      await trader.post("/api/user/change-password", { currentPassword, ...passwords });
    }
    await trader.patch("/api/user/profile", { city: "Leeds" });
    await trader.get("/api/admin/users");
  }

  async function resetPassword() {
    await trader.post("/api/forgot-password", { email: olivia.email });
    const { token } = linkIn(await mailServer.titled(/^Reset your password/));
    secrets["reset token"] = token;
    await trader.get(`/reset-password?token=${token}`);
    await trader.get(`/api/nothing?token=${token}`);
    const password = secrets["third password"];
    for (const sent of [secrets["invalid reset token"], token]) {
      await trader.post("/api/reset-password", { token: sent, password });
    }
  }

  async function administerUsers() {
    await administrator.post("/api/admin/users", { email: registration().email });
    secrets.invitation = linkIn(await mailServer.titled(/account is ready$/)).token;
    const user = `/api/admin/user/${traderId}`;
    await administrator.patch(user, { fullName: "Olivia B." });
    await administrator.patch(`${user}/ban`, { banned: true, banReason: "Rules" });
    const { email } = olivia;
    await trader.post("/api/login", { email, password: secrets["third password"] });
  }

  async function attack() {
    const wrong = { email: olivia.email, password: secrets["wrong password"] };
    for (let tries = 0; tries < 12; tries += 1) await app.visitor().post("/api/login", wrong);
    const other = await fetch(`${app.url}/api/login`, {
      method: "POST",
      headers: { origin: "https://evil.example.com" },
    });
    expect(other.status).toBe(403);
  }

  async function deleteTrader() {
    await administrator.delete(`/api/admin/user/${traderId}`);
    await administrator.post("/api/admin/logout");
  }

  /** PostgreSQL's errors include the values of the failed row. */
  async function causeFault() {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query("alter table users add constraint no_more check (id < 0) not valid");
    const failed = await app.visitor().post("/api/register", registration());
    expect(failed.status).toBe(500);
    await client.end();
    await waitUntil("the error is logged", () => app.stdout.includes("unexpected error"));
  }

  it("uses OWASP's event names", () => {
    const events = logLines(app.stdout).map(({ event }) => event);
    expect([...new Set(events.filter((event) => event !== undefined))].toSorted()).toEqual([
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
  });

  it("includes the request id and the address of every event that a caller causes", () => {
    const caused = logLines(app.stdout).filter(
      ({ event }) => typeof event === "string" && !event.startsWith("sys_"),
    );
    for (const line of caused) {
      expect(line).toMatchObject({
        reqId: expect.stringMatching(/^[\w-]{36}$/),
        address: "127.0.0.1",
      });
    }
  });

  it("includes the failed delivery", () => {
    expect(app.stdout).toContain("mail delivery failed and will be retried");
  });

  it.each(Object.keys(secrets) as (keyof typeof secrets)[])("does not contain the %s", (name) => {
    const log = app.stdout + app.stderr;
    // For cookies, only the value is secret.
    for (const part of secrets[name].split("; ")) {
      const value = part.replace(/^propdesk_\w+=/, "");
      expect(value.length).toBeGreaterThan(8);
      expect(log.includes(value)).toBe(false);
    }
  });

  it("contains neither password hashes nor the database password", () => {
    const log = app.stdout + app.stderr;
    expect(log).not.toContain("$argon2");
    expect(log).not.toContain(new URL(database.url).password || "no password");
  });
});

it("a log that cannot be written, because the disk is full, neither ends the app nor keeps it from ending", async () => {
  const code = `
    import { createLog } from "./src/platform/log.ts";
    const log = createLog({ logLevel: "info" }, []);
    for (let line = 0; line < 100; line += 1) log.info("x".repeat(1000));
    setTimeout(() => {
      log.info("the last line");
      process.exit(3);
    }, 1000);`;
  const full = await open("/dev/full", "w");
  const child = spawn(projectNode, ["--input-type=module", "--eval", code], {
    cwd: root,
    stdio: ["ignore", full.fd, "pipe"],
    timeout: 60_000,
  });
  const stderr = text(child.stderr!);
  const [exitCode] = (await once(child, "exit")) as [number | null];
  await full.close();
  expect([exitCode, await stderr]).toEqual([3, ""]);
});

it("secrets are redacted from log entries and errors", () => {
  let written = "";
  const log = createLog(
    { logLevel: "info" },
    secretFields,
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        written += chunk.toString();
        done();
      },
    }),
  );
  log.info({ password: "s3cret", accessKey: "s3cret", token: "s3cret", masterPassword: "s3cret" });
  const error = Object.assign(new Error("failed"), {
    config: { headers: { cookie: "s3cret" } },
    client: { database: "of an idle connection" },
  });
  log.error({ err: error });
  expect(written).not.toContain("idle connection");
  expect(written).not.toContain("s3cret");
  expect(written.match(/\[redacted\]/g)).toHaveLength(5);
});
