import { existsSync } from "node:fs";

/** Used on systems for which npm has no browser. */
const installed = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/**
 * Returns the path of the browser that `CHROME_PATH` names, or else unpacks the one of the npm package: a headless shell
 * takes less than two thirds of the processor time of an installed Chrome.
 * @throws Error if there is neither
 */
export async function findChromium(): Promise<string> {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH;
  if (process.platform === "linux" && process.arch === "x64") {
    // Makes the package also unpack the system libraries that a minimal machine lacks.
    process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs22.x";
    const { default: packaged } = await import("@sparticuz/chromium");
    return packaged.executablePath();
  }
  const found = installed.find((path) => existsSync(path));
  if (!found) throw new Error("Chrome was not found: install it, or set CHROME_PATH to its path");
  return found;
}
