import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CaseFile } from "../../src/business/record/cases/case.schema.ts";
import { verifyCase } from "../../src/business/record/cases/verify-case.rule.ts";
import { checkAccount } from "../../src/business/record/rebuilds/check-derived.ts";
import type {
  CalendarVersionDetails,
  CalendarVersionOut,
} from "../../src/business/rulebook/calendar/calendar.schema.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { conductRule } from "../support/conducted.ts";
import type { Browser } from "../support/http.ts";
import { accountIdOf, type Wire } from "../support/records.ts";
import { feed, judgedTrader, tradeOf, verdictOf, verdictsOf } from "../support/verdicts.ts";
import { noRules } from "../unit/business/rulebook/rules/rules.fixtures.ts";

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
});
afterAll(() => test.close());

const PATH = "/api/admin/calendar/versions";
const march = { from: "2026-03-01T00:00:00Z", to: "2026-04-01T00:00:00Z", note: "March" };
const payrolls = {
  at: "2026-03-06T13:30:00Z",
  currency: "USD",
  impact: "high",
  title: "Non-Farm Payrolls",
  announcedAt: "2026-01-01T00:00:00Z",
};

const send = (body: object) => administrator.post(PATH, { ...march, ...body });

async function importEvents(body: object): Promise<Wire<CalendarVersionOut>> {
  const response = await send(body);
  expect(response.statusCode).toBe(201);
  return response.json<Wire<CalendarVersionOut>>();
}

async function detailsOf(id: number): Promise<Wire<CalendarVersionDetails>> {
  return (await administrator.get(`${PATH}/${id}`)).json<Wire<CalendarVersionDetails>>();
}

describe("an import", () => {
  it("keeps what is repeated, and carries over what is outside of its period", async () => {
    const cpi = { ...payrolls, at: "2026-03-11T12:30:00Z", title: "CPI" };
    const first = await importEvents({ events: [payrolls, cpi] });
    expect(first).toMatchObject({ counts: { added: 2, removed: 0, kept: 0 }, note: "March" });
    const before = await detailsOf(first.id);
    expect(before.events.map(({ announcedAt }) => announcedAt)).toEqual([
      "2026-01-01T00:00:00.000Z",
      "2026-01-01T00:00:00.000Z",
    ]);

    const week = { from: "2026-03-09T00:00:00Z", to: "2026-03-16T00:00:00Z" };
    const { announcedAt: _, ...later } = { ...cpi, title: "Core CPI" };
    const second = await importEvents({ ...week, events: [later] });
    expect(second).toMatchObject({
      version: first.version + 1,
      counts: { added: 1, removed: 1, kept: 0 },
    });
    const after = await detailsOf(second.id);
    expect(after.events.map(({ title }) => title)).toEqual(["Non-Farm Payrolls", "Core CPI"]);
    expect(after.events[0]).toEqual(before.events[0]);
    expect(after.periods).toEqual([
      { from: "2026-03-01T00:00:00.000Z", to: "2026-04-01T00:00:00.000Z" },
    ]);
    expect((await detailsOf(first.id)).events).toEqual(before.events);

    const repeated = await send({
      ...week,
      events: [{ ...later, announcedAt: "2025-01-01T00:00:00Z" }],
    });
    expect(repeated.statusCode).toBe(200);
    expect(repeated.json()).toEqual(second);
    const stale = await send({ events: [], expectedVersionId: first.id });
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({ current: { id: second.id } });
  });

  it("keeps an event that is no longer of the whole day", async () => {
    const bank = { ...payrolls, title: "Holiday", allDay: true };
    const first = await detailsOf((await importEvents({ events: [bank] })).id);
    const { announcedAt: _, ...timed } = { ...bank, allDay: false };
    const second = await importEvents({ events: [timed] });
    expect(second.counts).toEqual({ added: 0, removed: 0, kept: 1 });
    const { events } = await detailsOf(second.id);
    expect(events).toEqual([{ ...first.events[0], allDay: false }]);
    expect((await detailsOf(first.id)).events).toEqual(first.events);
    expect((await send({ events: [timed] })).statusCode).toBe(200);
    const { id } = await importEvents({ events: [bank] });
    expect((await detailsOf(id)).events).toEqual(first.events);
  });

  it.each([
    ["an event outside of the period", "events", { events: [{ ...payrolls, at: march.to }] }],
    ["more than 400 days", "to", { to: "2027-05-01T00:00:00Z", events: [] }],
    ["neither events nor CSV", "events", {}],
    ["a currency of four letters", "currency", { events: [{ ...payrolls, currency: "EURO" }] }],
    ["a title that cannot be stored", "NUL", { events: [{ ...payrolls, title: "a\0b" }] }],
    [
      "CSV that cannot be stored",
      "NUL",
      { csv: "Date,Currency,Impact,Event\n2026-03-06,USD,3,a\0b" },
    ],
    [
      "a line outside of the period",
      "Line 3",
      {
        csv: "Date,Time,Currency,Impact,Event\n2026-03-06,13:30,USD,High,A\n2026-04-06,13:30,USD,High,B",
      },
    ],
    ["a line of more than 10 kB", "CSV", { csv: `Date,${"1111T".repeat(5_000)}` }],
    [
      "a bad line",
      "Line 3",
      {
        csv: "Date,Time,Currency,Impact,Event\n2026-03-06,13:30,USD,High,A\n2026-03-06,25:00,USD,High,B",
      },
    ],
  ])("is refused with %s", async (_, path, body) => {
    const response = await send(body);
    expect(response.statusCode).toBe(400);
    expect(response.body).toContain(path);
  });

  it("reads CSV by the meaning of its headers, in a zone", async () => {
    const csv = [
      "Date;Time;Country;Importance;Event",
      "06.03.2026;8:30am;United States;red;Payrolls",
      "03-09-2026;All Day;EUR;holiday;Bank Holiday",
      "2026-03-10;14:00+01:00;GBP;2;GDP",
    ].join("\n");
    const { id } = await importEvents({ csv, timeZone: "America/New_York" });
    expect((await detailsOf(id)).events).toMatchObject([
      { at: "2026-03-06T13:30:00.000Z", currency: "USD", impact: "high", allDay: false },
      { at: "2026-03-09T04:00:00.000Z", currency: "EUR", impact: "none", allDay: true },
      { at: "2026-03-10T13:00:00.000Z", currency: "GBP", impact: "medium", allDay: false },
    ]);
  });
});

describe("a rule about news", () => {
  it("is judged again by what is imported into the past, in a case that anybody can verify", async () => {
    await importEvents({ events: [{ ...payrolls, title: "Elsewhere", currency: "JPY" }] });
    const conduct = [conductRule("news", { restricts: ["entry"], consequence: "fail" })];
    const judged = await judgedTrader(test, { ...noRules, conduct });
    const deals = tradeOf(1, "2026-03-06T13:31:00Z", "2026-03-06T14:00:00Z", "5.00");
    await feed(judged, { deals });
    expect(await verdictOf(judged)).toMatchObject({ outcome: "in_progress" });

    const { id } = await importEvents({ events: [payrolls] });
    const verdict = await verdictOf(judged);
    expect(verdict).toMatchObject({
      outcome: "breached",
      endedAt: "2026-03-06T13:31:00.000Z",
      calendar: { versionId: id },
      conduct: [{ findings: [{ key: "news/0/1", events: [{ title: "Non-Farm Payrolls" }] }] }],
    });
    const [kept] = await verdictsOf(judged);
    expect(kept).toMatchObject({ outcome: "breached", cause: { kind: "calendar", id } });

    const accountId = await accountIdOf(test, judged.trader.id);
    expect(await checkAccount(test.context.database, accountId)).toEqual([]);
    const file = (await judged.trader.get("/api/user/case")).json<CaseFile>();
    expect(file).toMatchObject({ format: "propdesk-case/3", calendar: { versionId: id } });
    expect((await verifyCase(file, null)).result).toBe("confirmed");
    const changed = structuredClone(file);
    changed.calendar!.events[0]!.title = "Payrolls";
    expect(await verifyCase(changed, null)).toMatchObject({ difference: { part: "calendar" } });

    const query = "?from=2026-03-06T00:00:00Z&to=2026-03-07T00:00:00Z";
    expect((await judged.trader.get(`/api/user/calendar${query}`)).json()).toMatchObject([
      {
        title: "Non-Farm Payrolls",
        windows: [{ index: 0, from: "2026-03-06T13:28:00.000Z", to: "2026-03-06T13:32:00.000Z" }],
      },
    ]);
    expect((await administrator.get(`/api/admin/calendar${query}`)).json()).toMatchObject([
      { title: "Non-Farm Payrolls" },
    ]);
    await importEvents({ events: [] });
    expect(await verdictOf(judged)).toMatchObject({ outcome: "in_progress" });
  });
});
