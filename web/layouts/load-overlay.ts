const PAUSE = 5000;

/**
 * Loads a dialog that may open over any page, and retries until it succeeds: a short loss of the
 * connection must not replace the page, and what was typed, by an error.
 */
export async function loadOverlay<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}
