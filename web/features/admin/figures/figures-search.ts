import {
  type BucketSize,
  bucketSizes,
} from "../../../../src/business/watch/figures/figure-names.rule.ts";

/** The query of the page, in its address. `from` and `to` are days; `to` is the day after the last one. */
export interface FiguresSearch {
  from?: string | undefined;
  to?: string | undefined;
  by?: BucketSize | undefined;
  programmeId?: number | undefined;
  currency?: string | undefined;
}

/** Reads the address, and leaves out what is not valid. */
export function readFiguresSearch(raw: Readonly<Record<string, unknown>>): FiguresSearch {
  const { from, to, by, programmeId, currency } = raw;
  const day = (value: unknown) =>
    typeof value === "string" && isDay(value) ? { value } : undefined;
  const size = bucketSizes.find((each) => each === by);
  const isId = Number.isInteger(programmeId) && Number(programmeId) > 0;
  const isCode = typeof currency === "string" && /^[A-Z0-9]{2,10}$/.test(currency);
  return {
    ...(day(from) && { from: day(from)!.value }),
    ...(day(to) && { to: day(to)!.value }),
    ...(size && { by: size }),
    ...(isId && { programmeId: Number(programmeId) }),
    ...(isCode && { currency }),
  };
}

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/** Returns the day before or after a day such as `2026-03-01`. */
export function dayBeside(day: string, days: 1 | -1): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the address of a file with the rows of an answer. */
export function figureFileUrl(name: string, query: object): string {
  const parameters = new URLSearchParams({ format: "csv" });
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(key, String(value));
  }
  return `/api/admin/figures/${name}?${parameters.toString()}`;
}
