/**
 * uPlot formats numbers in the browser's language as soon as it is loaded. Chromium on a system without a locale
 * reports `en-US@posix`, which `Intl` rejects; without the replacement, the chart would fail to load.
 */
export function replaceInvalidLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, "language", { value: "en-US", configurable: true });
  }
}
