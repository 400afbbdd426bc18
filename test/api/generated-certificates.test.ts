import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type {
  Certificate,
  CertificateDraft,
  CertificateSource,
  VerifiedCertificate,
} from "../../src/business/record/certificates/certificate.schema.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { meetAtLock, queueAtLock, row } from "../support/barrier.ts";
import { uploadCertificate } from "../support/certificates.ts";
import type { Browser } from "../support/http.ts";
import { countAttempts } from "../support/limits.ts";
import { pdfLines } from "../support/pdf-text.ts";
import { statuses } from "../support/statuses.ts";

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
});
afterAll(() => test.close());

const path = "/api/admin/certificates/generated";
const previewOf = (query: string) => administrator.get(`/api/admin/certificates/preview?${query}`);

async function requestPayout(trader: Browser & { id: number }): Promise<number> {
  await administrator.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
  const wanted = { amount: "1250.00", paymentMethod: "paypal", paymentDetails: "o@example.com" };
  return (await trader.post("/api/user/payouts", wanted)).json<{ id: number }>().id;
}

async function requested(fields: { fullName?: string } = {}) {
  const trader = await test.trader(fields);
  return { trader, payoutId: await requestPayout(trader) };
}

async function approved(fields: { fullName?: string } = {}) {
  const request = await requested(fields);
  await administrator.patch(`/api/admin/payouts/${request.payoutId}`, { status: "approved" });
  return request;
}

async function passed(phase = "Phase 1", app = test, office = administrator) {
  const trader = await app.trader();
  const started = await office.post(`/api/admin/user/${trader.id}/stages`, {
    phase,
    initialBalance: "100000.00",
    startedAt: "2026-01-05T00:00:00.000Z",
  });
  const stageId = started.json<{ id: number }>().id;
  await office.patch(`/api/admin/stages/${stageId}`, {
    endedAt: "2026-02-05T10:00:00.000Z",
    outcome: "passed",
    reason: "Target reached",
  });
  return { trader, stageId };
}

async function issued(fields: { fullName?: string } = {}) {
  const { trader, payoutId } = await approved(fields);
  const response = await administrator.post(path, { payoutId });
  return { trader, payoutId, certificate: response.json<Certificate>() };
}

const verify = (code: string, browser = test.visitor()) =>
  browser.get(`/api/verify/certificates/${encodeURIComponent(code)}`);

const withdraw = (id: number, body: object = { reason: "Issued by mistake" }) =>
  administrator.send({ method: "DELETE", url: `/api/admin/certificates/${id}`, payload: body });

describe("a certificate of an approved payout", () => {
  it("is issued with a code and a PDF that its trader can download", async () => {
    const { trader, payoutId } = await approved();
    const response = await administrator.post(path, { payoutId });
    expect(response.statusCode).toBe(201);
    const certificate = response.json<Certificate>();
    expect(certificate).toMatchObject({
      userId: trader.id,
      name: "Payout of $1,250.00",
      generated: { kind: "payout", payoutId, stageId: null },
    });
    expect(certificate.generated!.code).toMatch(
      /^([0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/,
    );
    expect((await trader.get("/api/user/certificates")).json()).toEqual([certificate]);
    const file = (await trader.get(certificate.fileUrl)).rawPayload;
    expect(createHash("sha256").update(file).digest("hex")).toBe(certificate.generated!.sha256);
    const lines = pdfLines(file).map(({ text }) => text);
    expect(lines).toContain("Olivia Bennett");
    expect(lines).toContain("has earned a payout of $1,250.00");
    expect(lines).toContain(certificate.generated!.code);
    expect(certificate.generated!.verifyUrl).toBe(
      `${test.context.config.publicUrl}/certificates/verify/${certificate.generated!.code}`,
    );
    expect(file.toString("latin1")).toContain(`(${certificate.generated!.verifyUrl})`);
  });

  it("is mailed to the trader, and recorded in the audit log with its contents", async () => {
    const { trader, payoutId, certificate } = await issued();
    const mails = await test.mailsTo(trader.email, 2);
    expect(mails.map(({ subject }) => subject)).toContain("You have a new certificate");
    const { rows } = await test.context.database.pool.query(
      "select payout_id, changes from audit_events where action = 'certificate.issued' and trader_id = $1",
      [trader.id],
    );
    expect(rows).toEqual([
      {
        payout_id: payoutId,
        changes: expect.objectContaining({
          code: { from: null, to: certificate.generated!.code },
          traderName: { from: null, to: "Olivia Bennett" },
        }) as object,
      },
    ]);
  });

  it("has the title and the name that the administrator enters", async () => {
    const { trader, payoutId } = await approved({ fullName: "王小明" });
    const body = { payoutId, name: "First payout", traderName: "  Wang Xiaoming " };
    const certificate = (await administrator.post(path, body)).json<Certificate>();
    expect(certificate.name).toBe("First payout");
    const lines = pdfLines((await trader.get(certificate.fileUrl)).rawPayload);
    expect(lines.map(({ text }) => text)).toEqual(
      expect.arrayContaining(["First payout", "Wang Xiaoming"]),
    );
    const response = (await verify(certificate.generated!.code)).json<VerifiedCertificate>();
    expect(response).toMatchObject({ name: "First payout", traderName: "Wang Xiaoming" });
  });

  it.each(["pending", "rejected"])("is rejected if the payout is %s", async (status) => {
    const { payoutId } = await requested();
    if (status === "rejected") {
      const decision = { status, adminNotes: "No details" };
      await administrator.patch(`/api/admin/payouts/${payoutId}`, decision);
    }
    for (const response of [
      await administrator.post(path, { payoutId }),
      await previewOf(`payoutId=${payoutId}`),
    ]) {
      expect(response.statusCode).toBe(409);
      expect(response.json()).toEqual({
        message: `Only an approved payout can be certified, and this one is ${status}`,
      });
    }
  });

  it.each([
    [{}, 400],
    [{ payoutId: 1, stageId: 1 }, 400],
    [{ payoutId: "1" }, 400],
    [{ payoutId: 2_147_483_647 }, 404],
    [{ stageId: 2_147_483_647 }, 404],
    [{ payoutId: 1, other: true }, 400],
  ])("is rejected for %j with %i", async (body, status) => {
    expect((await administrator.post(path, body)).statusCode).toBe(status);
  });

  it.each([
    ["", "Name is required"],
    ["\u200b\u202e", "Name is required"],
    [
      "王小明 Wang",
      "These characters of the name of the trader cannot be printed: 王 小 明. Enter it in Latin, Greek or Cyrillic letters.",
    ],
    ["\ue000", "This text has no characters that can be printed"],
    ["Wang\u202e Xiaoming", "Must not contain invisible characters such as U+202E"],
    ["x".repeat(201), "Text must not be longer than 200 characters"],
  ])("is rejected for the name %j", async (traderName, message) => {
    const { payoutId } = await approved();
    const response = await administrator.post(path, { payoutId, traderName });
    expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
      400,
      message,
    ]);
  });

  it("cannot be issued by traders, or by administrators without the ability", async () => {
    const { trader, payoutId } = await approved();
    const support = await test.administrator("support");
    expect((await trader.post(path, { payoutId })).statusCode).toBe(403);
    expect((await support.post(path, { payoutId })).statusCode).toBe(403);
    expect((await trader.get("/api/user/certificates")).json()).toEqual([]);
  });
});

describe("a certificate of a pass", () => {
  it("names the phase, the initial balance and the day of the pass", async () => {
    const { trader, stageId } = await passed();
    const response = await administrator.post(path, { stageId });
    expect(response.statusCode).toBe(201);
    const certificate = response.json<Certificate>();
    expect(certificate).toMatchObject({
      name: "Phase 1 passed",
      generated: { kind: "pass", stageId, payoutId: null },
    });
    const lines = pdfLines((await trader.get(certificate.fileUrl)).rawPayload);
    expect(lines.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        "has passed Phase 1 on an account of $100,000.00,",
        "February 5, 2026",
        "Date of the pass",
      ]),
    );
    expect((await verify(certificate.generated!.code)).json()).toMatchObject({
      kind: "pass",
      phase: "Phase 1",
      amount: "100000.00",
      currency: "USD",
      earnedAt: "2026-02-05T00:00:00.000Z",
    });
  });

  it("names the day in UTC, regardless of the server's time zone", async () => {
    vi.stubEnv("TZ", "America/New_York");
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const { trader, stageId } = await passed();
    const certificate = (await administrator.post(path, { stageId })).json<Certificate>();
    const lines = pdfLines((await trader.get(certificate.fileUrl)).rawPayload);
    expect(lines.map(({ text }) => text)).toContain("February 5, 2026");
  });

  it("can name any initial balance that a statement may contain", async () => {
    const { trader, stageId } = await passed();
    await test.context.database.pool.query(
      "update stages set initial_balance = 1234567890123.45 where id = $1",
      [stageId],
    );
    const sources = await administrator.get(`/api/admin/user/${trader.id}/certificates/sources`);
    expect(sources.statusCode).toBe(200);
    const response = await administrator.post(path, { stageId });
    expect(response.statusCode).toBe(201);
    const lines = pdfLines((await trader.get(response.json<Certificate>().fileUrl)).rawPayload);
    expect(lines.map(({ text }) => text).join(" ")).toContain("$1,234,567,890,123.45");
  });

  it("is rejected for an open stage", async () => {
    const { id } = await test.trader();
    const started = await administrator.post(`/api/admin/user/${id}/stages`, {
      phase: "Phase 1",
      initialBalance: "100000.00",
    });
    const { id: stageId } = started.json<{ id: number }>();
    const response = await administrator.post(path, { stageId });
    expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
      409,
      "Only a stage that was passed can be certified",
    ]);
  });
});

describe("the preview", () => {
  it("renders the PDF without issuing a certificate", async () => {
    const { trader, payoutId } = await approved();
    const response = await previewOf(`payoutId=${payoutId}&name=First%20payout`);
    expect(response.statusCode).toBe(200);
    const draft = response.json<CertificateDraft>();
    expect(draft).toMatchObject({
      userId: trader.id,
      kind: "payout",
      name: "First payout",
      traderName: "Olivia Bennett",
      statement: "has earned a payout of $1,250.00 from the profit of a trading account.",
    });
    expect(draft.image).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg".*<\/svg>$/);
    expect((await trader.get("/api/user/certificates")).json()).toEqual([]);
  });

  it("warns of unprintable characters and of an earlier certificate", async () => {
    const { payoutId } = await approved({ fullName: "王小明" });
    const codes = async () =>
      (await previewOf(`payoutId=${payoutId}`))
        .json<CertificateDraft>()
        .warnings.map(({ code }) => code);
    const before = await codes();
    expect(before).toContain("missing-glyphs");
    expect(before).not.toContain("already-issued");
    const latin = { payoutId, traderName: "Wang Xiaoming" };
    const { id } = (await administrator.post(path, latin)).json<Certificate>();
    expect(await codes()).toContain("already-issued");
    await withdraw(id);
    expect(await codes()).not.toContain("already-issued");
  });
});

describe("the preview for a trader without a name", () => {
  it("warns that the certificate shows the email to anyone", async () => {
    const { trader, stageId } = await passed();
    const preview = async () =>
      (await previewOf(`stageId=${stageId}`)).json<CertificateDraft>().warnings;
    const warning = expect.objectContaining({ code: "no-name" }) as object;
    expect(await preview()).not.toContainEqual(warning);
    await test.context.database.pool.query("update users set full_name = null where id = $1", [
      trader.id,
    ]);
    expect(await preview()).toContainEqual(warning);
  });
});

describe("the list of what can be certified", () => {
  it("contains the passed stages and approved payouts of the trader", async () => {
    const { trader, payoutId } = await approved();
    const url = `/api/admin/user/${trader.id}/certificates/sources`;
    const sources = async () => (await administrator.get(url)).json<CertificateSource[]>();
    expect(await sources()).toEqual([
      {
        kind: "payout",
        stageId: null,
        payoutId,
        name: "Payout of $1,250.00",
        earnedAt: expect.any(String) as string,
        issued: 0,
      },
    ]);
    await administrator.post(path, { payoutId });
    expect((await sources())[0]!.issued).toBe(1);
    // For an approval that was reversed and repeated, the last time counts.
    const decide = (status: string) =>
      administrator.patch(`/api/admin/payouts/${payoutId}`, { status, adminNotes: "Checked" });
    await decide("rejected");
    test.clock.advance(60_000);
    await decide("approved");
    const events = await administrator.get(`/api/admin/audit?payoutId=${payoutId}`);
    const [last] = events
      .json<{ action: string; at: string }[]>()
      .filter(({ action }) => action === "payout.reversed");
    expect((await sources())[0]!.earnedAt).toBe(last!.at);
    const other = await passed("Phase 2");
    const response = await administrator.get(
      `/api/admin/user/${other.trader.id}/certificates/sources`,
    );
    expect(response.json()).toEqual([
      expect.objectContaining({ kind: "pass", stageId: other.stageId, name: "Phase 2 passed" }),
    ]);
  });

  it("is in the order in which they were earned, newest first", async () => {
    const { trader } = await passed();
    const payoutId = await requestPayout(trader);
    await administrator.patch(`/api/admin/payouts/${payoutId}`, { status: "approved" });
    const url = `/api/admin/user/${trader.id}/certificates/sources`;
    const sources = (await administrator.get(url)).json<CertificateSource[]>();
    expect(sources.map(({ kind }) => kind)).toEqual(["payout", "pass"]);
  });
});

describe("verification", () => {
  it("returns the printed contents of a certificate to anyone with its code, and nothing else", async () => {
    const { certificate } = await issued();
    const response = await verify(certificate.generated!.code);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      code: certificate.generated!.code,
      status: "valid",
      kind: "payout",
      firmName: "Propdesk",
      traderName: "Olivia Bennett",
      name: "Payout of $1,250.00",
      statement: "has earned a payout of $1,250.00 from the profit of a trading account.",
      phase: null,
      amount: "1250.00",
      currency: "USD",
      earnedAt: expect.stringMatching(/T00:00:00\.000Z$/) as string,
      issuedAt: certificate.issuedAt,
      sha256: certificate.generated!.sha256,
      withdrawnAt: null,
      withdrawnReason: null,
    });
  });

  it("accepts common variations of a typed code", async () => {
    const { certificate } = await issued();
    const { code } = certificate.generated!;
    for (const typed of [code.toLowerCase(), code.replaceAll("-", ""), ` ${code} `]) {
      expect((await verify(typed)).statusCode).toBe(200);
    }
  });

  it.each([
    "0000-0000-0000",
    "x",
    "' or 1=1 --",
    "%00",
    "../../etc/passwd",
    "<script>",
    "７K3MQ9TX2B4D",
    "7K3M-Q9TX-2B4D".repeat(6),
  ])("returns 404 for the unknown code %j", async (code) => {
    const response = await verify(code);
    expect([response.statusCode, response.json()]).toEqual([
      404,
      { message: "No certificate has this code" },
    ]);
  });

  it("returns the same response for the id of an uploaded certificate and a deleted trader's code", async () => {
    const { trader, certificate } = await issued();
    expect((await verify(String(certificate.id))).statusCode).toBe(404);
    await administrator.delete(`/api/admin/user/${trader.id}`);
    expect((await verify(certificate.generated!.code)).json()).toEqual({
      message: "No certificate has this code",
    });
  });

  it("still returns the printed name after the trader is renamed", async () => {
    const { trader, certificate } = await issued();
    await administrator.patch(`/api/admin/user/${trader.id}`, { fullName: "Olivia Reed" });
    const response = (await verify(certificate.generated!.code)).json<VerifiedCertificate>();
    expect(response.traderName).toBe("Olivia Bennett");
  });

  it("is throttled for unknown codes, but not for existing ones", async () => {
    const strict = await startApp({ env: { RATE_LIMIT: "on" } });
    onTestFinished(() => strict.close());
    const office = await strict.administrator();
    const { stageId } = await passed("Phase 1", strict, office);
    const certificate = (await office.post(path, { stageId })).json<Certificate>();
    const visitor = strict.visitor();
    await countAttempts(strict, "certificateCodeByAddress", "127.0.0.1", 49);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect((await verify(certificate.generated!.code, visitor)).statusCode).toBe(200);
    }
    expect((await verify("0000-0000-0000", visitor)).statusCode).toBe(404);
    const response = await verify("0000-0000-0001", visitor);
    expect(response.statusCode).toBe(429);
    expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
  });
});

describe("a withdrawn certificate", () => {
  it("stays listed with its file, and is reported as withdrawn without the reason", async () => {
    const { trader, certificate } = await issued();
    const response = await withdraw(certificate.id, { reason: "Issued by mistake" });
    expect(response.statusCode).toBe(200);
    const withdrawn = { at: expect.any(String) as string, reason: "Issued by mistake" };
    const listed = { ...certificate, withdrawn: { ...withdrawn, isReasonPublic: false } };
    expect(response.json()).toEqual(listed);
    expect((await trader.get("/api/user/certificates")).json()).toEqual([listed]);
    expect((await trader.get(certificate.fileUrl)).statusCode).toBe(200);
    expect((await verify(certificate.generated!.code)).json()).toMatchObject({
      status: "withdrawn",
      withdrawnAt: expect.any(String) as string,
      withdrawnReason: null,
    });
    const mails = await test.mailsTo(trader.email, 3);
    const mail = mails.find(({ subject }) => subject === "A certificate was withdrawn")!;
    expect(mail.text).toContain("Issued by mistake");
  });

  it("is reported with its reason if the firm has chosen so", async () => {
    const { certificate } = await issued();
    await withdraw(certificate.id, { reason: "Broke the rules", isReasonPublic: true });
    expect((await verify(certificate.generated!.code)).json()).toMatchObject({
      withdrawnReason: "Broke the rules",
    });
    const audit = await administrator.get("/api/admin/audit?action=certificate.withdrawn&limit=1");
    expect(audit.json()).toMatchObject([
      {
        reason: "Broke the rules",
        changes: {
          certificateId: { to: certificate.id },
          isReasonPublic: { from: false, to: true },
        },
      },
    ]);
  });

  it("may be an uploaded one", async () => {
    const { id } = await test.trader();
    const uploaded = (await uploadCertificate(administrator, id)).json<Certificate>();
    const response = (await withdraw(uploaded.id)).json<Certificate>();
    expect(response).toEqual({ ...uploaded, withdrawn: expect.any(Object) as object });
  });

  it.each([
    [{}, "Please provide a reason"],
    [{ reason: "  " }, "Please provide a reason"],
    [{ reason: "x", isReasonPublic: "false" }, "isReasonPublic must be true or false"],
  ])("is not withdrawn by %j", async (body, message) => {
    const { certificate } = await issued();
    const response = await withdraw(certificate.id, body);
    expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
      400,
      message,
    ]);
  });

  it("returns 404 if it does not exist", async () => {
    expect((await withdraw(2_147_483_647)).statusCode).toBe(404);
  });
});

describe("concurrent calls", () => {
  it("withdraw a certificate once", async () => {
    const { trader, certificate } = await issued();
    const responses = await meetAtLock(
      test,
      row("users", trader.id),
      Array.from({ length: 4 }, () => () => withdraw(certificate.id)),
    );
    expect(statuses(responses)).toEqual({ 200: 1, 409: 3 });
    const { rows } = await test.context.database.pool.query(
      "select 1 from audit_events where action = 'certificate.withdrawn' and trader_id = $1",
      [trader.id],
    );
    expect(rows).toHaveLength(1);
  });

  it("issue one certificate for one Idempotency-Key", async () => {
    const { trader, payoutId } = await approved();
    const key = { "Idempotency-Key": "certificate-of-a-payout" };
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => administrator.post(path, { payoutId }, key)),
    );
    expect(statuses(responses)).toEqual({ 201: 4 });
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
    expect((await trader.get("/api/user/certificates")).json()).toHaveLength(1);
  });

  it("issue nothing if the currency of the stage changes at the same time", async () => {
    const { trader, stageId } = await passed();
    const change = "update stages set currency = 'EUR' where id = $2";
    await expectNothingIssued(trader, { stageId }, { change, id: stageId });
  });

  it("issue nothing if the approval is reversed at the same time", async () => {
    const { trader, payoutId } = await approved();
    const change =
      "update payout_requests set status = 'rejected', admin_notes = 'No' where id = $2";
    await expectNothingIssued(trader, { payoutId }, { change, id: payoutId });
  });

  it("issue nothing if the approval is reversed and repeated at the same time", async () => {
    const { trader, payoutId } = await approved();
    const decide = (status: string) => () =>
      administrator.patch(`/api/admin/payouts/${payoutId}`, { status, adminNotes: "Checked" });
    const responses = await queueAtLock(test, row("users", trader.id), [
      decide("rejected"),
      decide("approved"),
      () => administrator.post(path, { payoutId }),
    ]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 409]);
    expect(responses[2]!.json()).toEqual({
      message: "This payout has just changed. Please try again.",
    });
    expect((await trader.get("/api/user/certificates")).json()).toEqual([]);
  });

  /** Issues a certificate while another transaction has locked the trader and makes a change. */
  async function expectNothingIssued(
    trader: Browser & { id: number },
    input: object,
    { change, id }: { change: string; id: number },
  ) {
    const lock = "with locked as (select 1 from users where id = $1 for update)";
    const [response] = await meetAtLock(
      test,
      { statement: `${lock} ${change} and exists (select from locked)`, values: [trader.id, id] },
      [() => administrator.post(path, input)],
    );
    expect(response!.statusCode).toBe(409);
    expect((await trader.get("/api/user/certificates")).json()).toEqual([]);
  }
});
