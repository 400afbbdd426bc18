/** Returns what user-event types for a key in Playwright's notation, such as `Shift+Tab` or `ControlOrMeta+k`. */
export function keysOf(key: string): string {
  const names = key.split("+").map((name) => (name === "ControlOrMeta" ? "Control" : name));
  const pressed = names.pop()!;
  const held = names.map((name) => `{${name}>}`).join("");
  const released = names
    .toReversed()
    .map((name) => `{/${name}}`)
    .join("");
  return `${held}{${pressed === "Space" ? " " : pressed}}${released}`;
}
