import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { inTransaction } from "../../../src/platform/database/database.ts";
import { freePort, startApp, type TestApp } from "../../support/app.ts";
import { linkIn } from "../../support/mails.ts";
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

const askForReset = (app: TestApp, email: string) =>
  app.visitor().post("/api/forgot-password", { email });

/** How many mails wait or were tried, by the state of their jobs. */
async function jobStates(app: TestApp): Promise<Record<string, number>> {
  const { rows } = await app.context.database.pool.query<{ state: string; count: number }>(
    "select state::text, count(*)::int from pgboss.job where name = 'mail' group by state",
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

const delivered = (app: TestApp, count = 1) =>
  waitUntil("the jobs are done", async () => (await jobStates(app)).completed === count);

/** The whole database as text, every table of every schema. */
async function dump({ context }: TestApp): Promise<string> {
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

describe("a mail", () => {
  it("with a reset link arrives once, as text and HTML, from the firm, on the public address", async () => {
    const server = await mailServer({ user: { name: "desk", password: "s3cret" } });
    const app = await appWith(server.url, {
      PUBLIC_URL: "https://desk.example.com",
      MAIL_FROM: "The Desk <desk@example.com>",
      FIRM_NAME: `Bull & <b>Bear</b> "Ltd"`,
    });
    const trader = await app.trader();
    await askForReset(app, trader.email);
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
    await delivered(app);
    expect(server.mails).toHaveLength(1);
    const password = "a new password";
    const reset = await app.visitor().post("/api/reset-password", { token, password });
    expect(reset.statusCode).toBe(200);
  });

  it("invites a trader that an administrator made", async () => {
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
    await delivered(app, 2);
    expect(server.mails.map(({ subject }) => subject)).toEqual([
      "Your Bull & Bear account is ready",
      "Your password was changed",
    ]);
  });
});

describe("a mail server", () => {
  it("that is away for a while gets the mail once, when it is back", async () => {
    const port = await freePort();
    const app = await appWith(`smtp://127.0.0.1:${port}`);
    const trader = await app.trader();
    expect((await askForReset(app, trader.email)).statusCode).toBe(200);
    await waitUntil("a try has failed", async () => (await jobStates(app)).retry === 1);
    const server = await mailServer({ port });
    await delivered(app);
    expect(server.mails).toHaveLength(1);
  });

  it("that refuses for now gets it again, and takes it once", async () => {
    const busy = refusal(451, "Try again later");
    const server = await mailServer({ judge: async (attempt) => (attempt < 3 ? busy : undefined) });
    const app = await appWith(server.url);
    const trader = await app.trader();
    await askForReset(app, trader.email);
    await delivered(app);
    expect(server.mails).toHaveLength(1);
  });

  it("that takes its time does not hold up the call, and gets it once", async () => {
    const slow = Promise.withResolvers<undefined>();
    const server = await mailServer({ judge: () => slow.promise });
    const app = await appWith(server.url);
    const [olivia, noah] = [await app.trader(), await app.trader()];
    expect((await askForReset(app, olivia.email)).statusCode).toBe(200);
    expect((await askForReset(app, noah.email)).statusCode).toBe(200);
    expect(server.mails).toEqual([]);
    slow.resolve(undefined);
    await delivered(app, 2);
    expect(server.mails.map(({ to }) => to?.[0]?.address)).toEqual([olivia.email, noah.email]);
  });

  it("that will never take a mail is not asked again, and the others leave", async () => {
    let asked = 0;
    const server = await mailServer({
      recipient({ address }, _session, done) {
        if (!address.startsWith("gone")) return done();
        asked += 1;
        done(refusal(550, "No such mailbox"));
      },
    });
    const app = await appWith(server.url);
    const gone = await app.trader({ email: `gone.${Date.now()}@example.com` });
    const noah = await app.trader();
    await askForReset(app, gone.email);
    await askForReset(app, noah.email);
    const [mail] = await server.arrived(1);
    expect(mail!.to?.[0]?.address).toBe(noah.email);
    await waitUntil("it is given up", async () => (await jobStates(app)).failed === 1);
    await delivered(app);
    // A mail that is tried again is so after two seconds.
    await sleep(5000);
    expect(asked).toBe(1);
    expect(await jobStates(app)).toEqual({ completed: 1, failed: 1 });
  });

  it("that finds a mail itself unacceptable is not asked again", async () => {
    const spam = refusal(554, "This looks like spam");
    const server = await mailServer({ judge: async () => spam });
    const app = await appWith(server.url);
    await askForReset(app, (await app.trader()).email);
    await waitUntil("it is given up", async () => (await jobStates(app)).failed === 1);
    expect(server.mails).toEqual([]);
  });

  it.each([
    ["does not know our password", { user: { name: "desk", password: "another" } }],
    ["does not let us send under our name", { sender: refusal(550, "Not your address") }],
  ])("that %s gets the mail again, for that can be mended", async (_, options) => {
    const server = await mailServer(options);
    const app = await appWith(server.url.replace("another", "wrong"));
    await askForReset(app, (await app.trader()).email);
    await waitUntil("a try has failed", async () => (await jobStates(app)).retry === 1);
    expect((await jobStates(app)).failed).toBeUndefined();
  });
});

describe("the outbox", () => {
  it("holds no token in the clear, before and after the delivery", async () => {
    const port = await freePort();
    const app = await appWith(`smtp://127.0.0.1:${port}`);
    const trader = await app.trader();
    await askForReset(app, trader.email);
    await waitUntil("a try has failed", async () => (await jobStates(app)).retry === 1);
    const waiting = await dump(app);
    const server = await mailServer({ port });
    const { token, url } = linkIn((await server.arrived(1))[0]);
    await delivered(app);
    const done = await dump(app);
    expect(waiting).toContain(trader.email);
    for (const content of [waiting, done]) {
      expect(content).not.toContain(token);
      expect(content).not.toContain(Buffer.from(token).toString("hex"));
      expect(content).not.toContain(new URL(url).pathname);
    }
  });

  it("gets a mail with the transaction, or not at all", async () => {
    const server = await mailServer();
    const app = await appWith(server.url);
    const { database, outbox } = app.context;
    const mail = { to: "nobody@example.com", subject: "Hello", text: "Hello", html: "Hello" };
    const broken = inTransaction(database, async (em) => {
      await outbox.enqueue(em, mail);
      expect(await jobStates(app)).toEqual({});
      throw new Error("and then it broke");
    });
    await expect(broken).rejects.toThrow("and then it broke");
    expect(await jobStates(app)).toEqual({});
    await inTransaction(database, (em) => outbox.enqueue(em, { ...mail, to: "noah@example.com" }));
    await delivered(app);
    expect(server.mails.map(({ to }) => to?.[0]?.address)).toEqual(["noah@example.com"]);
  });

  it("gets none for an email that is nobody's, or taken", async () => {
    const server = await mailServer();
    const app = await appWith(server.url);
    const trader = await app.trader();
    await askForReset(app, "nobody@example.com");
    const administrator = await app.administrator();
    const taken = await administrator.post("/api/admin/users", { email: trader.email });
    expect(taken.statusCode).toBe(409);
    expect(await jobStates(app)).toEqual({});
  });
});
