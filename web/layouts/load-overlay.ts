const PAUSE = 5000;

/**
 * Loads what lies over a page, again and again where it does not come: whoever is offline for a moment
 * must not lose the page, with what was typed, for want of a dialog that it may never need.
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
