import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { buildMetricsServer } from "../../src/http/routes/metrics.ts";
import { PASSWORD, startApp, type TestApp } from "../support/app.ts";
import { root } from "../support/process.ts";
import { pdf } from "../support/pdf.ts";
import { uploadCertificate } from "../support/certificates.ts";

const token = "a token for Prometheus";
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function app(env: Record<string, string> = { METRICS_TOKEN: token }): Promise<TestApp> {
  const test = await startApp({ env });
  closers.push(() => test.close());
  return test;
}

const fetchMetrics = ({ app: server }: TestApp, authorization = `Bearer ${token}`) =>
  server.inject({ url: "/metrics", headers: { authorization } });

/** Parses a metrics page into values by name and labels. */
function samples(page: string): Map<string, number> {
  const lines = page.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const [, name, value] = /^(.+) (\S+)$/.exec(line)!;
      return [name!, Number(value)];
    }),
  );
}

const read = async (test: TestApp) => samples((await fetchMetrics(test)).body);

describe("the metrics", () => {
  it("count responses by route, sign-ins by outcome, payouts, jobs and connections", async () => {
    const test = await app();
    const trader = await test.trader();
    const administrator = test.visitor();
    await administrator.post("/api/admin/login", { accessKey: test.adminKey });
    await trader.post("/api/login", { email: trader.email, password: PASSWORD });
    await trader.post("/api/login", { email: trader.email, password: "wrong" });
    await trader.post("/api/login", { email: trader.email, password: "wrong" });
    await trader.query("auth.me");
    await administrator.get(`/api/admin/user/${trader.id}`);
    await administrator.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
    await trader.post("/api/user/payouts", { amount: "10", paymentMethod: "paypal" });
    await uploadCertificate(administrator, trader.id, { file: { value: pdf(1000) } });
    const metrics = await read(test);
    const responses = (labels: string) => metrics.get(`propdesk_http_requests_total{${labels}}`);
    expect(responses('method="POST",route="/api/login",status="200"')).toBe(1);
    expect(responses('method="POST",route="/api/login",status="401"')).toBe(2);
    expect(responses('method="GET",route="/api/trpc/auth.me",status="200"')).toBe(1);
    expect(responses('method="GET",route="/api/admin/user/:id",status="200"')).toBe(1);
    const login = 'method="POST",route="/api/login"';
    expect(metrics.get(`propdesk_http_request_duration_seconds_count{${login}}`)).toBe(3);
    const events = (event: string, call: string) =>
      metrics.get(`propdesk_security_events_total{event="${event}",call="${call}"}`);
    expect(events("authn_login_success", "auth.login")).toBe(1);
    expect(events("authn_login_fail", "auth.login")).toBe(2);
    expect(events("authn_login_success", "admin.login")).toBe(1);
    expect(events("upload_stored", "admin.certificates.issue")).toBe(1);
    expect(metrics.get('propdesk_payouts{status="pending"}')).toBe(1);
    expect(metrics.get('propdesk_payouts{status="approved"}')).toBe(0);
    expect(metrics.get("propdesk_database_up")).toBe(1);
    expect(metrics.get('propdesk_database_connections{state="waiting"}')).toBe(0);
    expect(metrics.get("nodejs_eventloop_lag_p99_seconds")).toBeGreaterThanOrEqual(0);
  });

  it("count jobs that no worker processes, and how long they have waited", async () => {
    const test = await app({ METRICS_TOKEN: token, WORKERS: "0" });
    const { email } = await test.trader();
    await test.visitor().post("/api/forgot-password", { email });
    await test.context.database.pool.query(
      "update pgboss.job set start_after = start_after - interval '3 minutes'",
    );
    const metrics = await read(test);
    expect(metrics.get('propdesk_jobs{queue="password-reset",state="waiting"}')).toBe(1);
    expect(metrics.get('propdesk_jobs_oldest_seconds{queue="password-reset"}')).toBeGreaterThan(
      179,
    );
  });

  it("use one label for all unknown addresses and procedures", async () => {
    const test = await app();
    const before = [...(await read(test)).keys()].filter((name) => name.includes("route="));
    for (let call = 0; call < 50; call += 1) {
      await test.visitor().get(`/api/nothing-${call}`);
      await test.visitor().get(`/nothing-${call}`);
      await test.visitor().get(`/api/trpc/nothing.${call}`);
      await test.visitor().get(`/api/admin/user/${call}`);
    }
    await test.visitor().get("/api/trpc/constructor");
    const after = [...(await read(test)).keys()].filter((name) => name.includes("route="));
    expect(after.join()).not.toMatch(/nothing|constructor/);
    // Three routes, each with one duration and a few statuses.
    expect(after.length - before.length).toBeLessThan(3 * 14 + 6);
  });

  it("report an unreachable database, and stay available", async () => {
    const test = await app();
    const { pool } = test.context.database;
    const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    const metrics = await read(test);
    for (const client of taken) client.release();
    expect(metrics.get("propdesk_database_up")).toBe(0);
    expect(metrics.get('propdesk_database_connections{state="busy"}')).toBe(pool.options.max);
  });
});

it("the Grafana dashboard queries existing metrics and labels", async () => {
  const test = await app();
  const trader = await test.trader();
  await trader.post("/api/login", { email: trader.email, password: PASSWORD });
  await test.visitor().post("/api/forgot-password", { email: trader.email });
  const page = (await fetchMetrics(test)).body;
  const dashboard = JSON.parse(
    await readFile(join(root, "ops/grafana-dashboard.json"), "utf8"),
  ) as { panels: { targets: { expr: string; legendFormat: string }[] }[] };
  const targets = dashboard.panels.flatMap((panel) => panel.targets);
  expect(targets.length).toBeGreaterThan(15);
  for (const { expr, legendFormat } of targets) {
    const [name] = /\b(?:propdesk|nodejs|process)_\w+/.exec(expr)!;
    const samplesOfIt = page.split("\n").filter((line) => line.startsWith(name));
    expect(page, name).toContain(`# TYPE ${name.replace(/_bucket$/, "")} `);
    for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) {
      if (label !== "instance")
        expect(samplesOfIt.join(), `${name} by ${label}`).toContain(`${label}="`);
    }
  }
});

describe("the metrics page", () => {
  it("requires the token", async () => {
    const test = await app();
    for (const authorization of ["", "Bearer ", "Bearer wrong", `Basic ${token}`, token]) {
      const response = await fetchMetrics(test, authorization);
      expect(response.statusCode).toBe(401);
      expect(response.json()).toEqual({
        message: "A valid metrics token is required",
      });
    }
    const response = await fetchMetrics(test);
    expect(response.headers["content-type"]).toContain("text/plain");
    expect(response.headers["cache-control"]).toBe("no-store");
  });

  it("does not exist by default", async () => {
    const test = await app({});
    const response = await fetchMetrics(test);
    expect(response.statusCode).toBe(404);
    expect(response.body).not.toContain("propdesk_");
  });

  it("requires no token on a separate port", async () => {
    const test = await app({ METRICS_PORT: "9464" });
    expect((await fetchMetrics(test)).body).not.toContain("propdesk_");
    const server = buildMetricsServer(test.context);
    closers.push(() => server.close());
    expect((await server.inject("/metrics")).body).toContain("propdesk_http_requests_total");
    expect((await server.inject("/api/user")).statusCode).toBe(404);
  });
});
