import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestAdministrator, type TestApp } from "../support/app.ts";
import { copyingTraders, openCase } from "../support/linked.ts";
import type { JudgedTrader } from "../support/verdicts.ts";

let test: TestApp;
let confirmer: TestAdministrator;
beforeAll(async () => {
  test = await startApp({ comparesAccounts: true });
  confirmer = await test.administrator("risk");
});
afterAll(() => test.close());

const reason = "Copied by a program";

/** Creates traders whose link was confirmed. */
async function linked(count: number, decision: object = {}) {
  const traders = await copyingTraders(test, count);
  const linkId = await openCase(confirmer, traders);
  await confirmer.post(`/api/admin/links/${linkId}`, { decision: "confirm", reason, ...decision });
  return { traders, linkId };
}

interface Notice {
  kind: string;
  paragraphs: string[];
  linkPath: string | null;
}

async function noticesOf({ trader }: JudgedTrader): Promise<Notice[]> {
  const notices = (await trader.get("/api/user/notices")).json<Notice[]>();
  return notices.filter(({ kind }) => kind === "link-confirmed");
}

describe("the confirmation of a link", () => {
  it("is sent to each trader with each sentence, and without names", async () => {
    const traders = await copyingTraders(test, 3);
    const linkId = await openCase(confirmer, traders);
    for (const decision of ["watch", "confirm"]) {
      for (const trader of traders) expect(await noticesOf(trader)).toEqual([]);
      await confirmer.post(`/api/admin/links/${linkId}`, { decision, reason });
    }
    for (const trader of traders) {
      const [notice] = await noticesOf(trader);
      expect(notice!.linkPath).toBe(`/links/${linkId}`);
      const sentences = notice!.paragraphs.filter((each) =>
        /^6 of (?:your 6|6) entries/.test(each),
      );
      expect(sentences).toHaveLength(2);
      for (const other of ["A", "B"]) {
        expect(sentences.join(" ")).toMatch(new RegExp(`of ${other}\\b`));
      }
      expect(sentences.join(" ")).toMatch(/ of (?:your 6 entries|yours)/);
      expect(notice!.paragraphs).toContain(`Reason: ${reason}`);
      const { email } = trader.trader;
      const mail = (await test.mailsTo(email)).find(({ text }) => text?.includes("6 entries"));
      expect(mail?.text).toContain(`/links/${linkId}`);
      for (const other of traders.filter((each) => each !== trader)) {
        for (const text of [JSON.stringify(notice), mail?.text]) {
          expect(text).not.toContain(other.trader.email);
          expect(text).not.toContain(`user ${other.trader.id}`);
        }
      }
    }
  });

  it("is not sent when a case is watched or dismissed", async () => {
    const traders = await copyingTraders(test, 2);
    const linkId = await openCase(confirmer, traders);
    await confirmer.post(`/api/admin/links/${linkId}`, { decision: "dismiss", reason });
    for (const trader of traders) expect(await noticesOf(trader)).toEqual([]);
    expect(await test.mailsTo(traders[0]!.trader.email, 0)).toEqual([]);
  });

  it("says that payouts are withheld only if they are", async () => {
    const { traders } = await linked(2, { withhold: false });
    const [notice] = await noticesOf(traders[0]!);
    expect(notice!.paragraphs.join(" ")).not.toContain("withheld");
  });
});
