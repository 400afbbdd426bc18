import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { uploadCertificate } from "../support/certificates.ts";
import { button, startE2e, visitAsAdministrator } from "../support/browser-app.ts";

/** Contains no space, because greetings show the first word of a name. */
const MARKUP = `"'><img/src=nothing/onerror=document.title=1><script>document.title=1</script>{{7*7}}`;

const e2e = startE2e({ FIRM_NAME: MARKUP });

async function expectText(page: Page): Promise<void> {
  await page.getByText(MARKUP).filter({ visible: true }).last().waitFor();
  await expect.poll(() => page.locator("img[src=nothing]").count()).toBe(0);
  expect(await page.title()).toContain(MARKUP);
}

/** Creates a trader whose texts, requests and certificate all contain markup. */
async function prepare() {
  const address = { city: MARKUP, street: MARKUP, houseNumber: MARKUP, country: MARKUP };
  const account = {
    login: MARKUP,
    masterPassword: MARKUP,
    server: MARKUP,
    phase: MARKUP,
    dailyDrawdownLimit: MARKUP,
    overallLossLimit: MARKUP,
    profitTarget: MARKUP,
    payoutEnabled: true,
  };
  const trader = await e2e.trader({ fields: { fullName: MARKUP, ...address }, account });
  const request = { amount: "5", paymentMethod: "bank", paymentDetails: MARKUP };
  await trader.page.request.post("/api/user/payouts", { data: request });
  await trader.page.request.post("/api/user/payouts", { data: request });
  const [newest] = await (await trader.page.request.get("/api/user/payouts")).json();
  const rejection = { status: "rejected", adminNotes: MARKUP };
  await e2e.administrator.patch(`/api/admin/payouts/${newest.id}`, rejection);
  await uploadCertificate(e2e.administrator, trader.id, { name: MARKUP });
  return trader;
}

it("input with markup is shown as text on every screen", async () => {
  const { page, id, expectProblem } = await prepare();
  for (const path of ["/", "/payouts", "/certificates"]) {
    await page.goto(path);
    await expectText(page);
  }
  await page.goto("/settings");
  await expect.poll(() => page.getByLabel("City", { exact: true }).inputValue()).toBe(MARKUP);

  const administrator = await visitAsAdministrator(e2e, "/admin/dashboard");
  for (const path of ["/admin/dashboard", "/admin", "/admin/payouts", "/admin/users"]) {
    await administrator.page.goto(path);
    if (path === "/admin/payouts") await administrator.page.getByText("$5.00").first().waitFor();
    else await expectText(administrator.page);
  }
  await button(administrator.page, `Actions for ${MARKUP}`).click();
  await administrator.page.getByRole("menuitem", { name: "View Full Details" }).click();
  await administrator.page.getByText("Personal Information").waitFor();
  await expectText(administrator.page);

  await e2e.administrator.patch(`/api/admin/user/${id}/ban`, { banned: true, banReason: MARKUP });
  expectProblem(/403/);
  await page.goto("/");
  await page.getByRole("alert").getByText(MARKUP).waitFor();
  await expectText(page);
});
