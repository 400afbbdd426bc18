import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium, type Browser, type Page } from "playwright-core";
import { findChromium } from "../test/support/chromium.ts";
import { freePort } from "../src/platform/embedded-postgres/embedded-postgres.ts";

/** `npm run screenshots`: takes the screenshots of the README in a new installation with demo data. */

const root = join(import.meta.dirname, "..");
const images = join(root, "docs/images");
const ADMIN_KEY = "a key for the screenshots alone";

/** Starts the app as `npm start` does, with a temporary data directory. */
async function startDemo() {
  const dataDir = await mkdtemp(join(tmpdir(), "propdesk-screenshots-"));
  const port = await freePort();
  const app = spawn(process.execPath, [join(root, "src/start.mjs")], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_ACCESS_KEY: ADMIN_KEY,
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  for await (const chunk of app.stdout) {
    output += String(chunk);
    if (/is ready on/.test(output) && /Demo trader: .*\n/.test(output)) break;
  }
  const [, email, password] = /Demo trader: (\S+) \/ (.+)/.exec(output) ?? [];
  if (!email || !password) throw new Error(`The demo did not start:\n${output}`);
  return {
    url: `http://127.0.0.1:${port}`,
    email,
    password,
    async stop() {
      app.kill("SIGTERM");
      await once(app, "exit");
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

interface Shot {
  name: string;
  path: string;
  width: number;
  height: number;
  scheme: "light" | "dark";
}

const traderShots: Shot[] = [
  { name: "dashboard", path: "/", width: 1440, height: 900, scheme: "light" },
  { name: "payouts-phone", path: "/payouts", width: 390, height: 844, scheme: "dark" },
];

const adminShots: Shot[] = [
  { name: "admin-dashboard", path: "/admin/dashboard", width: 1440, height: 900, scheme: "dark" },
  { name: "admin-users", path: "/admin/users", width: 1440, height: 900, scheme: "light" },
  { name: "admin-trader", path: "/admin/users/1", width: 1440, height: 900, scheme: "light" },
  { name: "admin-payout", path: "/admin/payouts/40", width: 1440, height: 900, scheme: "light" },
  { name: "admin-payouts-phone", path: "/admin/payouts", width: 390, height: 844, scheme: "light" },
];

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
  await page.evaluate("document.fonts.ready");
  await sleep(300);
}

/** Captures a WebP, a quarter of the size of a PNG; Playwright itself only supports PNG and JPEG. */
async function captureWebp(page: Page): Promise<Buffer> {
  const devtools = await page.context().newCDPSession(page);
  const clip = { x: 0, y: 0, ...page.viewportSize()!, scale: 2 };
  const { data } = await devtools.send("Page.captureScreenshot", {
    format: "webp",
    quality: 80,
    clip,
  });
  return Buffer.from(data, "base64");
}

async function take(
  browser: Browser,
  url: string,
  shots: Shot[],
  signIn: { path: string; data: object },
): Promise<void> {
  for (const { name, path, width, height, scheme } of shots) {
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width, height },
      colorScheme: scheme,
      locale: "en-US",
      timezoneId: "UTC",
      reducedMotion: "reduce",
    });
    await context.request.post(signIn.path, { data: signIn.data });
    const page = await context.newPage();
    await page.goto(path);
    await settle(page);
    await writeFile(join(images, `${name}.webp`), await captureWebp(page));
    await context.close();
  }
}

await mkdir(images, { recursive: true });
const demo = await startDemo();
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ["--no-sandbox"],
});
try {
  const { email, password } = demo;
  await take(browser, demo.url, traderShots, { path: "/api/login", data: { email, password } });
  await take(browser, demo.url, adminShots, {
    path: "/api/admin/login",
    data: { accessKey: ADMIN_KEY },
  });
} finally {
  await browser.close();
  await demo.stop();
}
