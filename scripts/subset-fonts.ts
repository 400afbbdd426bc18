import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { format, resolveConfig } from "prettier";
import subsetFont from "subset-font";

/**
 * `npm run fonts`: generates the client's fonts in `web/theme/inter/` from the package, with only the weights and
 * features that the client uses, which makes them 40 % smaller. Run it after an update of the package.
 */

const stylesheet = fileURLToPath(import.meta.resolve("@fontsource-variable/inter/wght.css"));
const source = dirname(stylesheet);
const target = join(import.meta.dirname, "../web/theme/inter");

/** The weights in the client's styles. */
const WEIGHTS = { min: 400, max: 650 };

/**
 * Contextual alternates such as the raised colon of a time, kerning, combining marks, localised forms, and digits of
 * equal width (`tabular-nums`).
 */
const FEATURES = ["calt", "ccmp", "kern", "locl", "mark", "mkmk", "tnum"];

const faces = /src: url\(\.\/files\/(\S+)-wght-normal\.woff2\)[^}]*unicode-range: ([^;]+);/g;

/** Returns all characters of a CSS `unicode-range`. */
function charactersIn(range: string): string {
  return range
    .split(",")
    .flatMap((part) => {
      const [first = 0, last = first] = part
        .replace("U+", "")
        .split("-")
        .map((code) => parseInt(code, 16));
      return Array.from({ length: last - first + 1 }, (_, index) => first + index);
    })
    .map((code) => String.fromCodePoint(code))
    .join("");
}

function fontFace(name: string, range: string): string {
  return `@font-face {
  font-family: "Inter Variable";
  font-weight: ${WEIGHTS.min} ${WEIGHTS.max};
  font-display: swap;
  src: url("./${name}.woff2") format("woff2");
  unicode-range: ${range.replaceAll(",", ", ")};
}
`;
}

await mkdir(target, { recursive: true });
const css = await readFile(stylesheet, "utf8");
const rules: string[] = [];
for (const [, name, range] of css.matchAll(faces)) {
  const font = await readFile(join(source, `files/${name}-wght-normal.woff2`));
  const subset = await subsetFont(font, charactersIn(range!), {
    targetFormat: "woff2",
    variationAxes: { wght: WEIGHTS },
    keepFeatures: FEATURES,
  });
  await writeFile(join(target, `${name}.woff2`), subset);
  process.stdout.write(`${name}: ${font.length} bytes, now ${subset.length}\n`);
  rules.push(fontFace(name!, range!));
}
const file = join(target, "inter.css");
const config = await resolveConfig(file);
await writeFile(file, await format(rules.join("\n"), { ...config, filepath: file }));
await copyFile(join(source, "LICENSE"), join(target, "LICENSE"));
