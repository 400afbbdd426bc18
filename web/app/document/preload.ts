/** Loads code before it is needed. If that fails, the component that needs it loads it again. */
export function preload(load: () => Promise<unknown>): void {
  load().catch(() => undefined);
}
