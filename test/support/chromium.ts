import { existsSync } from "node:fs";

const installed = [
  process.env.CHROME_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** Finds the installed Chrome or Chromium, or else unpacks the one of the npm package. */
export async function findChromium(): Promise<string> {
  const found = installed.find((path) => path && existsSync(path));
  if (found) return found;
  // Makes the package also unpack the system libraries that a minimal machine lacks.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs22.x";
  const { default: packaged } = await import("@sparticuz/chromium");
  return packaged.executablePath();
}
