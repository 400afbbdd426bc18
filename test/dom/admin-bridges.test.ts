import { expect, it } from "vitest";
import { feed, judgedTrader } from "../support/verdicts.ts";
import { button, dialog, field, startDom, visitAsAdministrator } from "./support/dom-app.ts";

const dom = startDom();

const report = {
  platform: "mt5",
  server: "Propdesk-Live02",
  startedAt: "2026-03-02T08:00:00.000Z",
  connectedSince: "2026-03-02T08:00:02.000Z",
  lagSeconds: 3.2,
  clockSkewSeconds: -95,
  accounts: { followed: 120, open: 14 },
  failures: [
    {
      code: "login_unknown",
      login: "5002001",
      message: "The platform does not know the login 5002001",
      since: "2026-03-02T08:00:03.000Z",
      count: 4,
    },
  ],
};

it("shows each bridge with its conclusion, and what a connector reports about itself", async () => {
  const { page } = await visitAsAdministrator(dom, "/admin/bridges");
  await page.getByText("No bridges yet").waitFor();
  const connector = await dom.app.token(["feed:write"], { label: "MT5 connector" });
  await dom.app.token(["actions:execute"], { label: "Own bridge" });
  await connector.post("/api/bridge/status", report);
  await page.reload();
  const panel = page.getByRole("region", { name: "MT5 connector: Propdesk-Live02" });
  await expect.poll(() => panel.textContent()).toContain("1 failure");
  const text = await panel.textContent();
  for (const shown of ["3 s", "1 min 35 s behind", "120, 14 with open positions"])
    expect(text).toContain(shown);
  await panel
    .getByRole("table", { name: "Failures of Propdesk-Live02" })
    .getByText("The platform does not know the login 5002001")
    .waitFor();
  const own = page.getByRole("region", { name: "Own bridge" });
  await expect.poll(() => own.textContent()).toContain("Never heard");
});

it("lists what the platform shows otherwise, and accepts it with a reason", async () => {
  const judged = await judgedTrader(dom.app);
  const fee = { ticket: "91", time: "2026-03-02T09:00:00.000Z", kind: "fee", amount: "-1.00" };
  await feed(judged, { operations: [fee] });
  const accounts = [{ login: judged.login, operations: [{ ...fee, amount: "-2.00" }] }];
  await judged.bridge.post("/api/feed", { accounts });
  const { page } = await visitAsAdministrator(dom, "/admin/bridges");
  const table = page.getByRole("table", { name: "Findings" });
  await table.getByText("fee of -1.00 at 2026-03-02 09:00:00 UTC").waitFor();
  await table.getByText("fee of -2.00 at 2026-03-02 09:00:00 UTC").waitFor();
  await button(table, "Accept what the platform shows of ticket 91").click();
  const form = dialog(page, "Accept What the Platform Shows");
  await field(form, "Reason").fill("Corrected by the broker");
  await button(form, "Accept What the Platform Shows").click();
  await page.getByText("The platform shows every record as it was fed.").waitFor();
  expect((await judged.trader.get("/api/user/account")).json()).toMatchObject({
    balance: "99998.00",
  });
});
