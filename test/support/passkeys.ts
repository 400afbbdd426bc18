import type { Page } from "playwright-core";
import { discardTab } from "./browser.ts";
import type { E2e } from "./browser-app.ts";

/** Passkeys require a domain name, so tests that use them open the app at localhost. */
export const localUrl = (e2e: E2e, path: string) =>
  `http://localhost:${new URL(e2e.app.url).port}${path}`;

/** Adds a virtual authenticator that always verifies its user. */
export async function addAuthenticator(page: Page): Promise<void> {
  discardTab(page);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
