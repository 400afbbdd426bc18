import { access, readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, registration } from "../support/app.ts";
import { createDatabase } from "../support/database.ts";
import type { HttpClient } from "../support/http-client.ts";
import { pdf } from "../support/pdf.ts";
import { type AppProcess, Processes, projectNode } from "../support/process.ts";
import { startS3Server } from "../support/s3-server.ts";
import { startMailServer } from "../support/smtp.ts";
import { waitUntil } from "../support/until.ts";

const processes = new Processes();
const accessKey = "the key of this test";
const worker = [projectNode, "src/start.mjs", "--worker"];
let env: Record<string, string>;
let apps: [AppProcess, AppProcess];
const closers: (() => Promise<unknown>)[] = [];

/** Starts two apps without jobs, and no worker. They share only the database and the object stores. */
beforeAll(async () => {
  const database = await createDatabase({ template: "blank" });
  const credentials = { region: "us-east-1", accessKeyId: "desk", secretAccessKey: "s3cret" };
  const store = await startS3Server({ ...credentials, bucket: "certificates" });
  const key = Buffer.alloc(32, 7).toString("base64");
  env = {
    DATABASE_URL: database.url,
    SESSION_SECRET: key,
    ENCRYPTION_KEY: key,
    ADMIN_ACCESS_KEY: accessKey,
    S3_ENDPOINT: store.endpoint,
    S3_REGION: credentials.region,
    S3_BUCKET: "certificates",
    S3_ACCESS_KEY_ID: credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    NODE_ENV: "production",
    WORKERS: "0",
  };
  apps = (await Promise.all([1, 2].map(() => processes.start({ env })))) as typeof apps;
  closers.push(
    () => database.drop(),
    () => store.close(),
  );
});
afterAll(async () => {
  await processes.cleanUp();
  for (const close of closers) await close();
});

/** Returns the same client, as routed to this app by a load balancer. */
const at = (app: AppProcess, person: HttpClient) => person.at(app.url);

async function newTrader() {
  const [first] = apps;
  const sent = registration();
  const person = first.visitor();
  const { id } = (await person.post("/api/register", sent)).json<{ id: number }>();
  return { person, id, email: sent.email };
}

async function signIn(app: AppProcess): Promise<HttpClient> {
  const administrator = app.visitor();
  expect((await administrator.post("/api/admin/login", { accessKey })).status).toBe(200);
  return administrator;
}

/** Uploads a certificate at one app, and downloads it from another. */
async function transferCertificate(
  from: AppProcess,
  to: AppProcess,
  { person, id }: Awaited<ReturnType<typeof newTrader>>,
): Promise<void> {
  const content = pdf(100_000);
  const form = new FormData();
  form.set("name", "Phase 1");
  form.set("userId", String(id));
  const file = new Blob([new Uint8Array(content)], { type: "application/pdf" });
  form.set("certificateFile", file, "a.pdf");
  const issued = await (await signIn(from)).post("/api/admin/certificates", form);
  expect(issued.status, issued.text).toBe(201);
  const { fileUrl } = issued.json<{ fileUrl: string }>();
  const download = await fetch(to.url + fileUrl, { headers: { cookie: person.cookie } });
  expect(Buffer.from(await download.arrayBuffer()).equals(content)).toBe(true);
}

describe("two apps on one database share", () => {
  it("sign-ins and sign-outs", async () => {
    const [first, second] = apps;
    const { person, id, email } = await newTrader();
    expect((await at(second, person).get("/api/user")).status).toBe(200);
    const elsewhere = second.visitor();
    await elsewhere.post("/api/login", { email, password: PASSWORD });
    await at(second, person).post("/api/user/change-password", {
      currentPassword: PASSWORD,
      newPassword: "another horse 2",
      confirmPassword: "another horse 2",
    });
    expect((await at(first, elsewhere).get("/api/user")).status).toBe(401);
    expect((await at(first, person).get("/api/user")).status).toBe(200);

    const administrator = await signIn(second);
    const ban = { banned: true, banReason: "Rules" };
    await at(first, administrator).patch(`/api/admin/user/${id}/ban`, ban);
    expect((await at(second, person).get("/api/user")).json()).toMatchObject({ isBanned: true });
    await at(second, administrator).patch(`/api/admin/user/${id}/ban`, { banned: false });
    expect((await at(first, person).get("/api/user")).status).toBe(401);
    await at(first, administrator).post("/api/admin/logout");
    expect((await at(second, administrator).get("/api/admin/users")).status).toBe(401);
  });

  it("throttles", async () => {
    const { email } = await newTrader();
    const tries = Array.from({ length: 30 }, (_, index) =>
      apps[index % 2]!.visitor().post("/api/login", { email, password: "wrong" }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  });

  it("the first decision on a payout", async () => {
    const { person, id } = await newTrader();
    const administrators = await Promise.all(apps.map(signIn));
    await administrators[0]!.patch(`/api/admin/user/${id}/account`, { payoutEnabled: true });
    for (let round = 0; round < 10; round += 1) {
      const payout = { amount: "10.00", paymentMethod: "paypal" };
      const requested = await at(apps[round % 2]!, person).post("/api/user/payouts", payout);
      const path = `/api/admin/payouts/${requested.json<{ id: number }>().id}`;
      const decisions = await Promise.all(
        administrators.map((administrator) => administrator.patch(path, { status: "approved" })),
      );
      expect(decisions.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    }
  });

  it("uploaded files", async () => {
    const [first, second] = apps;
    await transferCertificate(first, second, await newTrader());
    expect(await readdir(join(first.dataDir, "uploads"))).toEqual([]);
  });

  it("whole lists", async () => {
    const [first, second] = apps;
    const administrator = await signIn(first);
    const lists = await Promise.all([
      administrator.get("/api/admin/users"),
      at(second, administrator).get("/api/admin/users"),
    ]);
    expect(lists[0].json<unknown[]>().length).toBeGreaterThan(3);
    expect(lists[1].json()).toEqual(lists[0].json());
  });
});

it("without a store, two apps that share their data directory serve each other's files", async () => {
  const s3 = Object.keys(env).filter((name) => name.startsWith("S3_"));
  const without = { ...env, ...Object.fromEntries(s3.map((name) => [name, ""])) };
  const dataDir = await processes.dataDir();
  const [first, second] = await Promise.all(
    [1, 2].map(() => processes.start({ dataDir, env: without })),
  );
  await transferCertificate(first!, second!, await newTrader());
});

describe("jobs", () => {
  const waiting = async () => {
    const client = new pg.Client({ connectionString: env.DATABASE_URL });
    await client.connect();
    const query =
      "select count(*)::int from pgboss.job where name in ('mail', 'password-reset') and state <> 'completed'";
    const { rows } = await client.query<{ count: number }>(query);
    await client.end();
    return rows[0]!.count;
  };

  it("wait for a worker, and run once across several even after a kill -9", async () => {
    const mailServer = await startMailServer({
      judge: async () => {
        // Slow enough for a kill to interrupt some.
        await sleep(100);
        return undefined;
      },
    });
    closers.push(() => mailServer.close());
    const people = await Promise.all(Array.from({ length: 30 }, newTrader));
    // Earlier tests have also queued mails.
    const others = await waiting();
    await Promise.all(
      people.map(({ email }, index) =>
        apps[index % 2]!.visitor().post("/api/forgot-password", { email }),
      ),
    );
    expect(await waiting()).toBe(others + 30);

    const workerEnv = { ...env, WORKERS: "2", SMTP_URL: mailServer.url };
    const workers = await Promise.all(
      [1, 2, 3].map(() => processes.start({ env: workerEnv, command: worker })),
    );
    await mailServer.arrived(3);
    await workers[0]!.signal("SIGKILL");
    await waitUntil("all jobs are completed", async () => (await waiting()) === 0);
    const resets = mailServer.mails.filter(({ subject }) => subject === "Reset your password");
    const addresses = resets.map(({ to }) => to![0]!.address!);
    expect(new Set(addresses)).toEqual(new Set(people.map(({ email }) => email)));
    // Only mails that the killed worker was sending, one for each of its four connections, may be repeated, with the same
    // message id.
    const ids = new Set(mailServer.mails.map(({ messageId }) => messageId));
    expect(ids.size).toBe(others + 30);
    expect(mailServer.mails.length).toBeLessThanOrEqual(others + 34);
    for (const app of apps)
      await expect(access(join(app.dataDir, "mail"))).rejects.toThrow("ENOENT");
    for (const survivor of workers.slice(1)) {
      expect(await survivor.signal("SIGTERM")).toEqual({ code: 0, signal: null });
    }
  });

  it("are all that a worker serves apart from health checks", async () => {
    const only = await processes.start({ env: { ...env, WORKERS: "1" }, command: worker });
    expect(only.stdout).toContain(`A worker is ready on ${only.url}\n`);
    expect((await only.visitor().get("/api/health")).json()).toMatchObject({ database: "ok" });
    for (const path of ["/", "/auth", "/api/user", "/api/admin/users", "/metrics"]) {
      const response = await only.visitor().get(path);
      expect(response.status, path).toBe(404);
      expect(response.json()).toEqual({ message: "Not found" });
    }
    expect(await only.signal("SIGTERM")).toEqual({ code: 0, signal: null });
  });

  it.each([
    ["DATABASE_URL", { WORKERS: "1" }],
    ["WORKERS", { WORKERS: "0", DATABASE_URL: "postgres://127.0.0.1:1/none" }],
  ])(
    "require a valid %s, without which the worker exits with a one-line message",
    async (name, variables) => {
      const app = await processes.launch({ env: variables, command: worker });
      expect(await app.exited).toEqual({ code: 1, signal: null });
      expect(app.stderr).toMatch(new RegExp(`^${name} [^\\n]+, for example ${name}=\\S+\\n$`));
    },
  );
});
