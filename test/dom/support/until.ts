const TIMEOUT = 60_000;
const INTERVAL = 50;

/**
 * Waits until `check` returns something, and tries again when the document changes.
 * @throws Error that names what was awaited
 */
export async function until<Value>(
  awaited: string,
  check: () => Value | false | undefined | null,
): Promise<Value> {
  const deadline = Date.now() + TIMEOUT;
  for (;;) {
    const value = check();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${awaited}`);
    await nextChange();
  }
}

function nextChange(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      observer.disconnect();
      resolve();
    };
    const timer = setTimeout(done, INTERVAL);
    const observer = new MutationObserver(done);
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
  });
}
