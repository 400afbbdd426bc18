import { afterEach, describe, expect, it } from "vitest";
import { inTransaction } from "../../../src/platform/database/database.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { freePort } from "../../../src/platform/embedded-postgres/embedded-postgres.ts";
import { linkIn, untilResetsEnd } from "../../support/mails.ts";
import {
  type MailServer,
  type MailServerOptions,
  refusal,
  startMailServer,
} from "../../support/smtp.ts";
import { waitUntil } from "../../support/until.ts";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function mailServer(options?: MailServerOptions): Promise<MailServer> {
  const server = await startMailServer(options);
  closers.push(() => server.close());
  return server;
}

async function appWith(smtpUrl: string, env: Record<string, string> = {}): Promise<TestApp> {
  const app = await startApp({ env: { SMTP_URL: smtpUrl, ...env } });
  closers.push(() => app.close());
  return app;
}

const requestReset = (app: TestApp, email: string) =>
  app.visitor().post("/api/forgot-password", { email });

/** Counts the mail jobs by state. */
async function countJobs(app: TestApp): Promise<Record<string, number>> {
  const { rows } = await app.context.database.pool.query<{ state: string; count: number }>(
    "select state::text, count(*)::int from pgboss.job where name = 'mail' group by state",
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

const waitForDelivery = (app: TestApp, count = 1) =>
  waitUntil("the jobs are completed", async () => (await countJobs(app)).completed === count);

/** Reads all rows of all tables as text. */
async function dumpDatabase({ context }: TestApp): Promise<string> {
  const { pool } = context.database;
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const tables = await Promise.all(
    rows.map(({ name }) => pool.query<{ row: string }>(`select t::text as row from ${name} t`)),
  );
  return tables.flatMap((table) => table.rows.map(({ row }) => row)).join("\n");
}

describe("a queue of notices", () => {
  const notices = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      to: `trader.${index}@example.com`,
      subject: `Notice ${index}`,
      text: "Paid",
      html: "<p>Paid</p>",
    }));

  async function queue({ context }: TestApp, count: number): Promise<void> {
    await inTransaction(context.database, (transaction) =>
      context.outbox.enqueue(transaction, notices(count)),
    );
  }

  it("does not delay a reset link, even if every connection waits for a slow server", async () => {
    let release = () => {};
    const released = new Promise<undefined>((resolve) => {
      release = () => resolve(undefined);
    });
    const server = await mailServer({
      judge: async (_, { subject }) => (subject?.startsWith("Notice") ? released : undefined),
    });
    const app = await appWith(server.url);
    const trader = await app.trader();
    await queue(app, 60);
    await waitUntil("as many notices are being sent as may be", () => server.connections() === 3);
    await requestReset(app, trader.email);
    await server.titled(/^Reset your password$/);
    expect(server.mails).toHaveLength(1);
    expect(server.connections()).toBe(4);
    release();
    await server.arrived(61);
    // All of them over the connections that were open.
    expect(server.connections()).toBe(4);
  });

  it("is overtaken by a reset link if the server takes half a second for each", async () => {
    const server = await mailServer({
      judge: async () => {
        await new Promise((resolve) => setTimeout(resolve, 500));
        return undefined;
      },
    });
    const app = await appWith(server.url);
    const trader = await app.trader();
    await queue(app, 2_000);
    await server.arrived(1);
    const before = server.mails.length;
    await requestReset(app, trader.email);
    await server.titled(/^Reset your password$/);
    // Five seconds of the three connections would be 30 mails.
    expect(server.mails.length - before).toBeLessThan(30);
    await app.context.database.pool.query("delete from pgboss.job where name = 'mail'");
  });
});

describe("a mail", () => {
  it("delivers a reset link once, as text and HTML, with the firm's sender and public URL", async () => {
    const server = await mailServer({ user: { name: "desk", password: "s3cret" } });
    const app = await appWith(server.url, {
      PUBLIC_URL: "https://desk.example.com",
      MAIL_FROM: "The Desk <desk@example.com>",
      FIRM_NAME: `Bull & <b>Bear</b> "Ltd"`,
    });
    const trader = await app.trader();
    await requestReset(app, trader.email);
    const [mail] = await server.arrived(1);
    expect(mail!.from).toMatchObject({ name: "The Desk", address: "desk@example.com" });
    expect(mail!.to).toMatchObject([{ address: trader.email }]);
    expect(mail!.subject).toBe("Reset your password");
    expect(mail!.messageId).toMatch(/^<[\w-]+@desk\.example\.com>$/);
    const { url, token } = linkIn(mail);
    expect(url).toBe(`https://desk.example.com/reset-password?token=${token}`);
    expect(mail!.text).toContain(`Bull & <b>Bear</b> "Ltd"`);
    expect(mail!.html).toContain(`Bull &amp; &lt;b&gt;Bear&lt;/b&gt; &quot;Ltd&quot;`);
    expect(mail!.html).not.toContain("<b>Bear");
    expect(mail!.html).toContain(`href="${url}"`);
    await waitForDelivery(app);
    expect(server.mails).toHaveLength(1);
    const password = "a new password";
    const reset = await app.visitor().post("/api/reset-password", { token, password });
    expect(reset.statusCode).toBe(200);
  });

  it("invites a trader created by an administrator", async () => {
    const server = await mailServer();
    const app = await appWith(server.url, { FIRM_NAME: "Bull & Bear" });
    const administrator = await app.administrator();
    const email = "noah@example.com";
    await administrator.post("/api/admin/users", { email, fullName: "Noah Park" });
    const [mail] = await server.arrived(1);
    expect(mail!.subject).toBe("Your Bull & Bear account is ready");
    const { token } = linkIn(mail);
    const password = "my first password";
    await app.visitor().post("/api/reset-password", { token, password });
    expect((await app.visitor().post("/api/login", { email, password })).statusCode).toBe(200);
    await waitForDelivery(app, 2);
    expect(server.mails.map(({ subject }) => subject)).toEqual([
      "Your Bull & Bear account is ready",
      "Your password was changed",
    ]);
  });
});

describe("delivery", () => {
  it("is retried until an unreachable mail server is available, and sends the mail once", async () => {
    const port = await freePort();
    const app = await appWith(`smtp://127.0.0.1:${port}`);
    const trader = await app.trader();
    expect((await requestReset(app, trader.email)).statusCode).toBe(200);
    await waitUntil("an attempt has failed", async () => (await countJobs(app)).retry === 1);
    const server = await mailServer({ port });
    await waitForDelivery(app);
    expect(server.mails).toHaveLength(1);
  });

  it("is retried after a temporary rejection, and sends the mail once", async () => {
    const busy = refusal(451, "Try again later");
    const server = await mailServer({ judge: async (attempt) => (attempt < 3 ? busy : undefined) });
    const app = await appWith(server.url);
    const trader = await app.trader();
    await requestReset(app, trader.email);
    await waitForDelivery(app);
    expect(server.mails).toHaveLength(1);
  });

  it("does not delay the call if the mail server is slow, and sends the mail once", async () => {
    const slow = Promise.withResolvers<undefined>();
    const server = await mailServer({ judge: () => slow.promise });
    const app = await appWith(server.url);
    const [olivia, noah] = [await app.trader(), await app.trader()];
    expect((await requestReset(app, olivia.email)).statusCode).toBe(200);
    expect((await requestReset(app, noah.email)).statusCode).toBe(200);
    expect(server.mails).toEqual([]);
    slow.resolve(undefined);
    await waitForDelivery(app, 2);
    expect(server.mails.map(({ to }) => to?.[0]?.address)).toEqual([olivia.email, noah.email]);
  });

  it("is not retried after a permanent rejection, and other mails are delivered", async () => {
    let attempts = 0;
    const server = await mailServer({
      recipient({ address }, _session, done) {
        if (!address.startsWith("gone")) return done();
        attempts += 1;
        done(refusal(550, "No such mailbox"));
      },
    });
    const app = await appWith(server.url);
    const gone = await app.trader({ email: `gone.${Date.now()}@example.com` });
    const noah = await app.trader();
    await requestReset(app, gone.email);
    await requestReset(app, noah.email);
    const [mail] = await server.arrived(1);
    expect(mail!.to?.[0]?.address).toBe(noah.email);
    await waitUntil("the job has failed", async () => (await countJobs(app)).failed === 1);
    await waitForDelivery(app);
    expect(attempts).toBe(1);
    // A job that will be retried is in the state `retry`.
    expect(await countJobs(app)).toEqual({ completed: 1, failed: 1 });
  });

  it("is not retried if the mail server rejects the content", async () => {
    const spam = refusal(554, "This looks like spam");
    const server = await mailServer({ judge: async () => spam });
    const app = await appWith(server.url);
    await requestReset(app, (await app.trader()).email);
    await waitUntil("the job has failed", async () => (await countJobs(app)).failed === 1);
    expect(server.mails).toEqual([]);
  });

  it.each([
    ["password", { user: { name: "desk", password: "another" } }],
    ["sender", { sender: refusal(550, "Not your address") }],
  ])("is retried if the mail server rejects the %s, which can be corrected", async (_, options) => {
    const server = await mailServer(options);
    const app = await appWith(server.url.replace("another", "wrong"));
    await requestReset(app, (await app.trader()).email);
    await waitUntil("an attempt has failed", async () => (await countJobs(app)).retry === 1);
    expect((await countJobs(app)).failed).toBeUndefined();
  });
});

describe("the outbox", () => {
  it("contains no plaintext token, before or after the delivery", async () => {
    const port = await freePort();
    const app = await appWith(`smtp://127.0.0.1:${port}`);
    const trader = await app.trader();
    await requestReset(app, trader.email);
    await waitUntil("an attempt has failed", async () => (await countJobs(app)).retry === 1);
    const before = await dumpDatabase(app);
    const server = await mailServer({ port });
    const { token, url } = linkIn((await server.arrived(1))[0]);
    await waitForDelivery(app);
    const after = await dumpDatabase(app);
    expect(before).toContain(trader.email);
    for (const content of [before, after]) {
      expect(content).not.toContain(token);
      expect(content).not.toContain(Buffer.from(token).toString("hex"));
      expect(content).not.toContain(new URL(url).pathname);
    }
  });

  it("contains a mail only if its transaction commits", async () => {
    const server = await mailServer();
    const app = await appWith(server.url);
    const { database, outbox } = app.context;
    const mail = { to: "nobody@example.com", subject: "Hello", text: "Hello", html: "Hello" };
    const failing = inTransaction(database, async (transaction) => {
      await outbox.enqueue(transaction, [mail]);
      expect(await countJobs(app)).toEqual({});
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    expect(await countJobs(app)).toEqual({});
    await inTransaction(database, (transaction) =>
      outbox.enqueue(transaction, [{ ...mail, to: "noah@example.com" }]),
    );
    await waitForDelivery(app);
    expect(server.mails.map(({ to }) => to?.[0]?.address)).toEqual(["noah@example.com"]);
  });

  it("contains no mail for an unknown email, or for one that is already in use", async () => {
    const server = await mailServer();
    const app = await appWith(server.url);
    const trader = await app.trader();
    await requestReset(app, "nobody@example.com");
    const administrator = await app.administrator();
    const taken = await administrator.post("/api/admin/users", { email: trader.email });
    expect(taken.statusCode).toBe(409);
    await untilResetsEnd(app);
    expect(await countJobs(app)).toEqual({});
  });
});
