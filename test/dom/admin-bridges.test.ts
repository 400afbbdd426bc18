import { expect, it } from "vitest";
import { startDom, visitAsAdministrator } from "./support/dom-app.ts";

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
