import { beforeAll, describe, expect, it } from "vitest";
import { noRules } from "../unit/business/rulebook/rules/rules.fixtures.ts";
import { createRules } from "../support/verdicts.ts";
import { button, field, startDom, visitAsAdministrator } from "./support/dom-app.ts";

const dom = startDom();

/** Two attempts, of which one is funded at once and paid 800 dollars. */
beforeAll(async () => {
  const { administrator, app } = dom;
  const rulesVersionId = await createRules(administrator, noRules);
  const created = await administrator.post("/api/admin/programmes", {
    name: "Ladder",
    currency: "USD",
    initialBalances: ["100000.00"],
    steps: [
      { phase: "Phase 1", rulesVersionId, payoutEnabled: false },
      { phase: "Funded", rulesVersionId, payoutEnabled: true },
    ],
  });
  const { versions } = created.json<{ versions: { id: number }[] }>();
  const place = async (id: number, step: number) =>
    administrator.post(`/api/admin/user/${id}/programme`, {
      programmeVersionId: versions[0]!.id,
      step,
      initialBalance: "100000.00",
      login: String(6_200_000 + id),
    });
  const [funded, other] = [await app.trader({ fullName: "Ada Lund" }), await app.trader()];
  await place(funded.id, 2);
  await place(other.id, 1);
  const request = { amount: "800.00", paymentMethod: "paypal", paymentDetails: "a@example.com" };
  const { id } = (await funded.post("/api/user/payouts", request)).json<{ id: number }>();
  await administrator.patch(`/api/admin/payouts/${id}`, { status: "approved" });
  const run = await administrator.post("/api/admin/payments", { payoutIds: [id] });
  const path = `/api/admin/payments/${run.json<{ id: number }>().id}`;
  await administrator.get(`${path}/export.csv`);
  await administrator.post(`${path}/pay`, { reference: "A" });
});

describe("the firm's figures", () => {
  it("begin with a sentence, whose numbers open the rows behind them", async () => {
    const { page } = await visitAsAdministrator(dom, "/admin/figures?by=period");
    await page.getByText("Of 2 attempts since").waitFor();
    await page.getByText("1 was funded (50.00%), 1 paid, $800.00.").waitFor();
    await button(page, "2 attempts").click();
    const rows = page.getByRole("dialog", { name: "Behind the Figure" });
    await rows.getByRole("link", { name: "Ada Lund" }).waitFor();
    expect(await rows.getByRole("row").count()).toBe(3);
    expect(
      await rows.getByRole("link", { name: "Download All as CSV" }).getAttribute("href"),
    ).toMatch(/^\/api\/admin\/figures\/cohorts\/rows\?format=csv&cell=[\w-]+&by=period$/);
  });

  it("keep their query in the address, and name it in their files", async () => {
    const { page } = await visitAsAdministrator(dom, "/admin/figures?by=period");
    await page.getByRole("option", { name: "Ladder" }).waitFor();
    await field(page, "Programme").selectOption("Ladder");
    await field(page, "From").fill("2026-01-15");
    await page.waitForURL("/admin/figures?by=period&programmeId=1&from=2026-01-15");
    const file = page.getByRole("link", { name: "Download money as CSV" });
    await expect
      .poll(() => file.getAttribute("href"))
      .toBe("/api/admin/figures/money?format=csv&from=2026-01-15&by=period&programmeId=1");
  });

  it("show each role only what it may see", async () => {
    const payouts = await dom.app.administrator("payouts");
    const { page } = dom.visit(payouts);
    await page.goto("/admin/figures?by=period");
    await page.getByText("Paid since").waitFor();
    await page.getByRole("heading", { name: "Liability" }).waitFor();
    expect(await page.getByRole("heading", { name: "Attempts" }).count()).toBe(0);
    const support = dom.visit(await dom.app.administrator("support"));
    await support.page.goto("/admin/figures");
    await support.page.getByText("Your role does not see the firm's figures").waitFor();
  });
});

describe("the dashboard", () => {
  it("says what is owed, and how many requests are decided within a day", async () => {
    const { page } = await visitAsAdministrator(dom, "/admin/dashboard");
    const owed = page.getByRole("region", { name: "Owed" });
    await owed.getByText("100.00%").waitFor();
    await owed.getByText("Of 1 decision in the last 30 days").waitFor();
    await expect.poll(() => owed.getByText("$0.00").count()).toBe(3);
    await owed.getByRole("link", { name: "See which traders, and when" }).click();
    await page.waitForURL("**/admin/figures");
  });

  it("lists the first steps of a firm until it has them, with those that are done", async () => {
    const { page } = await visitAsAdministrator(dom, "/admin/dashboard");
    const steps = page.getByRole("region", { name: "First Steps" });
    await steps.getByRole("link", { name: "Connect the trading platform" }).waitFor();
    expect(await steps.getByText("Done").count()).toBe(2);
  });
});
