import { afterEach, describe, expect, it } from "vitest";
import { closeGates, openGates } from "../support/gates.ts";
import { saveIdentity, submitIdentity } from "../support/identities.ts";
import type { Browser } from "../support/http.ts";
import { createRules, feed, judgedTrader, simpleRules, tradeOf } from "../support/verdicts.ts";
import {
  alertText,
  button,
  dialog,
  field,
  startDom,
  visitAsAdministrator,
} from "./support/dom-app.ts";

const dom = startDom();

const paypal = { amount: "10.00", paymentMethod: "paypal", paymentDetails: "o@example.com" };

async function traderWithRequest() {
  const trader = await dom.app.trader();
  const account = { payoutEnabled: true, balance: "500.00" };
  await dom.administrator.patch(`/api/admin/user/${trader.id}/account`, account);
  const request = await trader.post("/api/user/payouts", paypal);
  return { trader, requestId: request.json<{ id: number }>().id };
}

const addAgreement = async (name: string, ...texts: string[]) => {
  const [first, ...later] = texts;
  const created = await dom.administrator.post("/api/admin/agreements", { name, text: first });
  const { id } = created.json<{ id: number }>();
  for (const text of later) {
    await dom.administrator.post(`/api/admin/agreements/${id}/versions`, { text });
  }
  return id;
};

async function acceptNewest(trader: Browser, id: number) {
  const own = (await trader.get("/api/user/agreements")).json<
    { id: number; versionId: number; sha256: string }[]
  >();
  const { versionId, sha256 } = own.find((agreement) => agreement.id === id)!;
  await trader.post(`/api/user/agreements/${versionId}/accept`, { sha256 });
}

const statusOf = async (trader: Browser) =>
  (await trader.get("/api/user/identity")).json<{ status: string; reason: string | null }>();

describe("the settings", () => {
  afterEach(async () => {
    const settings = { attempts: 3, pictures: [], validMonths: null, keepDays: 365 };
    await dom.administrator.patch("/api/admin/settings/identity", settings);
    await openGates(await dom.app.administrator());
  });

  it("say how identities are proved", async () => {
    const { page } = await visitAsAdministrator(dom, "/admin/settings");
    const panel = page.getByRole("region", { name: "Identity" });
    await panel.getByText("As long as the document is valid").waitFor();
    await panel.getByText("no outside checker is connected").waitFor();
    await button(page, "Change how identities are proved").click();
    const opened = dialog(page, "Identity");
    await field(opened, "Attempts").fill("11");
    await field(opened, "Selfie").check();
    await field(opened, "Months an Approval Counts").fill("24");
    await button(opened, "Save Changes").click();
    await opened.getByText("attempts must be a whole number from 1 to 10").waitFor();
    await field(opened, "Attempts").fill("2");
    await button(opened, "Save Changes").click();
    await opened.waitFor({ state: "detached" });
    await panel.getByText("Front of the document, Back of the document, Selfie").waitFor();
    await panel.getByText("24 months, at most as long as the document is valid").waitFor();
    const stored = await dom.administrator.get("/api/admin/settings/identity");
    expect(stored.json()).toEqual({
      attempts: 2,
      pictures: ["selfie"],
      validMonths: 24,
      keepDays: 365,
    });
  });

  it("close a gate, for which a request and its trader then wait", async () => {
    const { trader, requestId } = await traderWithRequest();
    const { page } = await visitAsAdministrator(dom, "/admin/settings");
    await button(page, "Change the gates").click();
    const opened = dialog(page, "Gates");
    const gate = opened.getByRole("group", { name: "Approval of a payout request" });
    await field(gate, "Identity").check();
    await button(opened, "Save Changes").click();
    await opened.waitFor({ state: "detached" });
    await page.goto(`/admin/payouts/${requestId}`);
    const approve = button(page, "Approve");
    await approve.and(page.locator(":disabled")).waitFor();
    expect(await approve.getAttribute("title")).toBe("The trader has not proved their identity");

    await page.goto("/admin/payouts?status=pending");
    await page.getByRole("checkbox", { name: "Select row" }).first().check();
    await button(page, "Approve").click();
    const bulk = dialog(page, "Approve Requests");
    await bulk.getByText("The trader has not proved their identity").waitFor();
    await button(bulk, "Cancel").click();
    await bulk.waitFor({ state: "detached" });

    const own = dom.visit(trader).page;
    await own.goto("/");
    await own.getByText("The identity has to be proved").waitFor();
    await own.getByRole("link", { name: "Identity", exact: true }).click();
    await own.getByRole("heading", { name: "Identity", level: 1 }).waitFor();
  });
});

describe("the desk of identities", () => {
  it("is worked by keys, from one identity to the next", async () => {
    const traders = [await dom.app.trader(), await dom.app.trader(), await dom.app.trader()];
    const [first, second, third] = traders;
    const names = ["Ada One", "Bea Two", "Cleo Three"];
    const ids: number[] = [];
    for (const [index, trader] of traders.entries()) {
      ids.push(await submitIdentity(trader, { legalName: names[index]! }));
    }
    const { page } = await visitAsAdministrator(dom, `/admin/identities?identity=${ids[0]}`);
    const shows = async (name: string, waiting: number) => {
      const panel = page.getByRole("region", { name });
      await panel.getByText(`${waiting} waiting for a decision`).waitFor();
    };
    await shows("Ada One", 3);
    await page.keyboard.press("j");
    await shows("Bea Two", 3);
    await page.keyboard.press("k");
    await shows("Ada One", 3);
    await page.keyboard.press("a");
    await shows("Bea Two", 2);
    await page.keyboard.press("r");
    const opened = dialog(page, "Reject Identity");
    await opened.getByRole("radio", { name: /^2\. The document is cut off/ }).waitFor();
    await page.keyboard.press("2");
    await expect.poll(() => field(opened, "Reason").inputValue()).toMatch(/^The document is cut/);
    await button(opened, "Reject Identity").click();
    await opened.waitFor({ state: "detached" });
    await shows("Cleo Three", 1);
    expect((await statusOf(first!)).status).toBe("approved");
    expect(await statusOf(second!)).toMatchObject({
      status: "rejected",
      reason: "The document is cut off. Please send a picture with all four corners.",
    });
    await page.keyboard.press("a");
    await page.getByText("Nothing to check").waitFor();
    expect((await statusOf(third!)).status).toBe("approved");
    await field(page, "Status").selectOption("Rejected");
    await page.getByRole("link", { name: "Bea Two" }).click();
    await button(page, `Show Front of the document`).click();
    await button(page, "Turn Front of the document").click();
    await button(page, "Zoom Front of the document").click();
  });

  it("compares the name with the account and with who is paid", async () => {
    const { trader, requestId } = await traderWithRequest();
    const id = await submitIdentity(trader);
    const { page } = await visitAsAdministrator(dom, `/admin/identities?identity=${id}`);
    const payee = page.getByText(`Payee of request #${requestId}`);
    await payee.waitFor();
    await expect.poll(() => page.getByText("Other name").count()).toBe(2);
    await page.caller.post(`/api/admin/identities/${id}`, { decision: "reject", reason: "Other" });
    const again = await submitIdentity(trader, { legalName: "Bennett, Olivia" });
    await page.goto(`/admin/identities?identity=${again}`);
    await expect.poll(() => page.getByText("Same name").count()).toBe(2);
  });

  it("says that another administrator was faster", async () => {
    const trader = await dom.app.trader();
    const id = await submitIdentity(trader);
    const { page, expectProblem } = await visitAsAdministrator(
      dom,
      `/admin/identities?identity=${id}`,
    );
    expectProblem(/409/);
    await button(page, "Approve and Next").waitFor();
    const rejection = { decision: "reject", reason: "Blurred" };
    await dom.administrator.post(`/api/admin/identities/${id}`, rejection);
    await button(page, "Approve and Next").click();
    expect(await alertText(page, "The identity was not decided")).toContain(
      "This identity has already been decided",
    );
    await page.getByText("Blurred").waitFor();
  });
});

describe("an agreement", () => {
  it("shows what a version changes, and who has accepted it", async () => {
    const id = await addAgreement("Compared Terms", "No sharing at all.", "No trading at all.");
    const trader = await dom.app.trader({ fullName: "Ada Accepts" });
    await acceptNewest(trader, id);
    const { page } = await visitAsAdministrator(dom, "/admin/agreements");
    const panel = page.getByRole("region", { name: "Compared Terms" });
    await button(panel, "Compare Versions").click();
    const compared = dialog(page, "Compare Versions of Compared Terms");
    await compared.locator("del").waitFor();
    expect(await compared.locator("del").innerText()).toBe("sharing");
    expect(await compared.locator("ins").innerText()).toBe("trading");
    await button(compared, "Close").click();
    await compared.waitFor({ state: "detached" });
    await panel.getByText(/^Version 2 ·/).click();
    await button(panel, "Who Has Accepted Version 2").click();
    const accepted = dialog(page, "Accepted By");
    await accepted.getByRole("link", { name: "Ada Accepts" }).click();
    await page.getByRole("table", { name: "Acceptances" }).getByText("Compared Terms").waitFor();
  });
});

describe("a trader's page", () => {
  it("shows the attempts, and asks for the identity again", async () => {
    const trader = await dom.app.trader();
    const id = await submitIdentity(trader);
    await dom.administrator.post(`/api/admin/identities/${id}`, { decision: "approve" });
    const path = `/admin/users/${trader.id}?tab=identity`;
    const { page } = await visitAsAdministrator(dom, path);
    await page.getByRole("table", { name: "Attempts" }).getByText("Approved").waitFor();
    await page.getByText("The trader has accepted nothing yet").waitFor();
    await button(page, "Ask Again").click();
    const opened = dialog(page, "Ask for the Identity Again");
    await field(opened, "Reason").fill("Moved to another country");
    await button(opened, "Ask Again").click();
    await opened.waitFor({ state: "detached" });
    await page.getByRole("table", { name: "Attempts" }).getByText("Ended").waitFor();
    expect((await saveIdentity(trader)).statusCode).toBe(200);
  });

  it("says which step waits for what", async () => {
    const owner = await dom.app.administrator();
    const rules = await createRules(owner, simpleRules);
    const programme = await owner.programmes.create({
      name: "Gated ladder",
      currency: "USD",
      initialBalances: ["100000.00"],
      steps: [
        { phase: "Phase 1", rulesVersionId: rules, payoutEnabled: false },
        { phase: "Funded", rulesVersionId: rules, payoutEnabled: true },
      ],
    });
    const judged = await judgedTrader(dom.app, null);
    await owner.programmes.assign({
      id: judged.trader.id,
      programmeVersionId: programme.versions[0]!.id,
      initialBalance: "100000.00",
      startedAt: "2026-03-02T00:00:00Z",
    });
    const [opened, closed] = ["2026-03-02T09:00:00Z", "2026-03-02T10:00:00Z"];
    await feed(judged, { deals: tradeOf(1, opened, closed, "10000.00") });
    const [review] = await owner.reviews.list({ userId: judged.trader.id });
    await closeGates(owner, ["fundedStep"], { identity: true });
    const decision = { decision: "confirm", reason: "Checked", nextStep: true, login: "7700" };
    await owner.post(`/api/admin/reviews/${review!.id}`, decision);
    const { page } = await visitAsAdministrator(dom, `/admin/users/${judged.trader.id}`);
    await page.getByText("Funded waits to start").waitFor();
    await page
      .getByText(/The trader has not proved their identity\. It starts .* login 7700/)
      .waitFor();
    await openGates(owner);
  });
});
