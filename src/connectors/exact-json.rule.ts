const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;

/**
 * Parses JSON with its numbers as text in plain notation, because amounts are not to pass through a float.
 * @throws SyntaxError if it is no JSON
 */
export function parseExactly(json: string): unknown {
  const exact = json.replaceAll(tokens, (token) =>
    token.startsWith('"') ? token : `"${plainNumber(token)}"`,
  );
  return JSON.parse(exact) as unknown;
}

/** Writes `1.5E-3` as `0.0015`. */
function plainNumber(text: string): string {
  const [, sign, whole, fraction = "", power] =
    /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d{1,3})$/.exec(text) ?? [];
  if (whole === undefined) return text;
  const digits = whole + fraction;
  const point = whole.length + Number(power);
  const padded = digits.padStart(digits.length - Math.min(0, point - 1), "0").padEnd(point, "0");
  const at = Math.max(1, point);
  return `${sign}${padded.slice(0, at)}${padded.length > at ? `.${padded.slice(at)}` : ""}`;
}
