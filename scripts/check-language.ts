import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "vite";

/**
 * `npm run language`: prints how often, per 1,000 words, comments, texts and documentation use phrasings that
 * CONTRIBUTING.md rules out. If a limit is exceeded, lists the places and fails.
 * `npm run language -- src/business` checks only that folder.
 */

interface Rule {
  name: string;
  pattern: RegExp;
  /** Allowed occurrences per 1,000 words. */
  limit: number;
}

const rules: Rule[] = [
  {
    name: '"where" for a condition',
    pattern:
      /\b[Ww]here (?:there (?:is|are|was|were)|it|none|nobody|no|one)\b|\b(?:\w*Error|false|undefined|null|\d{3}|again) where\b|\bWhere [^.?!|\n]{1,80},/g,
    limit: 0.4,
  },
  { name: "somebody, nobody, whom", pattern: /\b(?:some|no)body\b|\bwho(?:ever|m)\b/gi, limit: 0 },
  { name: "he, his, him", pattern: /\b(?:he|his|him|himself)\b/gi, limit: 0 },
  {
    name: "personified code",
    pattern: /\b(?:tells|wants|looks (?:for|through))\b|\b(?:is|are|was|were|be|been) told\b/gi,
    limit: 0,
  },
  { name: "mend", pattern: /\bmend(?:s|ed|ing)?\b/gi, limit: 0 },
];

/** Texts are strings and JSX texts of more than three words. */
const kinds = ["comments", "texts", "documentation"] as const;
type Kind = (typeof kinds)[number];

interface Piece {
  kind: Kind;
  text: string;
  start: number;
}

const root = join(import.meta.dirname, "..");
const [folder = ""] = process.argv.slice(2);
const files = globSync(
  [
    "{src,web,test,scripts}/**/*.{ts,tsx,mjs,css}",
    "{.,}*.{ts,mjs,md,yml,yaml}",
    "docs/**/*.md",
    "{Dockerfile,ops/Caddyfile}",
  ],
  { cwd: root, exclude: ["web/route-tree.gen.ts"] },
)
  .filter((path) => path.startsWith(folder))
  .toSorted();

const blankOut = (code: string) => code.replaceAll(/[^\n]/g, " ");

/** Returns the prose of a file. Code in Markdown is replaced by spaces, so that line numbers stay correct. */
function readPieces(path: string, source: string): Piece[] {
  const matches = (pattern: RegExp): Piece[] =>
    Array.from(source.matchAll(pattern), ({ 0: text, index }) => ({
      kind: "comments",
      text,
      start: index,
    }));
  if (path.endsWith(".md")) {
    const text = source
      .replaceAll(/^ *```.*?^ *```/gms, blankOut)
      .replaceAll(/\]\([^)]*\)/g, blankOut);
    return [{ kind: "documentation", text, start: 0 }];
  }
  if (path.endsWith(".css")) return matches(/\/\*.*?\*\//gs);
  if (/\.(?:ts|tsx|mjs)$/.test(path)) return readCode(path, source);
  return matches(/(?<=^\s*)#.*/gm);
}

function readCode(path: string, source: string): Piece[] {
  const { program, comments } = parseSync(path, source);
  const pieces: Piece[] = comments.map(({ value, start }) => ({
    kind: "comments",
    text: value,
    start,
  }));
  const add = (text: string, { start }: { start: number }) => {
    if (countWords(text) > 3) pieces.push({ kind: "texts", text, start });
  };
  new Visitor({
    Literal: (node) => {
      if (typeof node.value === "string") add(node.value, node);
    },
    TemplateElement: (node) => add(node.value.raw, node),
    JSXText: (node) => add(node.value, node),
  }).visit(program);
  return pieces;
}

function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}'’-]*\p{L}[\p{L}\p{N}'’-]*/gu)?.length ?? 0;
}

function lineAt(source: string, index: number): number {
  return source.slice(0, index).split("\n").length;
}

const words = { comments: 0, texts: 0, documentation: 0 };
const results = rules.map((rule) => ({
  rule,
  counts: { comments: 0, texts: 0, documentation: 0 },
  places: [] as string[],
}));

for (const path of files) {
  const source = readFileSync(join(root, path), "utf8");
  for (const piece of readPieces(path, source)) {
    const text = piece.text.replaceAll(/`[^`\n]*`/g, blankOut);
    words[piece.kind] += countWords(text);
    for (const { rule, counts, places } of results) {
      for (const { 0: match, index } of text.matchAll(rule.pattern)) {
        counts[piece.kind] += 1;
        places.push(`${path}:${lineAt(source, piece.start + index)}: ${match}`);
      }
    }
  }
}

const heading = kinds.map((kind) => `${words[kind]} words of ${kind}`).join(", ");
process.stdout.write(`Per 1,000 words, in ${heading}:\n`);
for (const { rule, counts, places } of results) {
  const rates = kinds.map((kind) => (counts[kind] * 1000) / Math.max(words[kind], 1));
  const columns = rates.map((rate) => rate.toFixed(2).padStart(6)).join(" ");
  process.stdout.write(`${columns}  ${rule.name} (at most ${rule.limit})\n`);
  if (rates.every((rate) => rate <= rule.limit)) continue;
  process.stderr.write(`${places.join("\n")}\n`);
  process.exitCode = 1;
}
