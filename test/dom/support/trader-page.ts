import type { Dom, Page } from "./dom-app.ts";
import { visitAsAdministrator } from "./dom-app.ts";

export function tab(page: Page, name: string) {
  return page.getByRole("tab", { name, exact: true });
}

/** Opens the page of a new trader as an administrator. */
export async function openTrader(dom: Dom, name: string, path = "") {
  const trader = await dom.app.trader({ fullName: name });
  await dom.administrator.patch(`/api/admin/user/${trader.id}/account`, {
    login: "5002001",
    status: "active",
    phase: "Phase 1",
  });
  const visit = await visitAsAdministrator(dom, `/admin/users/${trader.id}${path}`);
  await visit.page.getByRole("heading", { name, level: 1 }).waitFor();
  return { ...visit, trader };
}
