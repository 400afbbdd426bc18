import { keysOf } from "../../../platform/fields/keys-of.rule.ts";

/** The stored statuses; an approval whose end has passed reads `expired`. */
export const storedIdentityStatuses = ["draft", "submitted", "approved", "rejected"] as const;
export type StoredIdentityStatus = (typeof storedIdentityStatuses)[number];

/** What everyone reads; `none` before the first draft. */
export const identityStatuses = [
  "none",
  "draft",
  "submitted",
  "approved",
  "rejected",
  "expired",
] as const;
export type IdentityStatus = (typeof identityStatuses)[number];

export const documentKinds = {
  passport: "Passport",
  id_card: "Identity card",
  driving_licence: "Driving licence",
  residence_permit: "Residence permit",
} as const;
export type DocumentKind = keyof typeof documentKinds;

export const pictureSides = {
  front: "Front of the document",
  back: "Back of the document",
  selfie: "Selfie",
  address: "Proof of address",
} as const;
export type PictureSide = keyof typeof pictureSides;
export const sideNames = keysOf(pictureSides);

/** The pictures that a firm can ask for besides those of the document. */
export const extraPictures = ["selfie", "address"] as const;
export type ExtraPicture = (typeof extraPictures)[number];

/** The types of pictures, detected from their content. */
export const pictureTypes = {
  jpg: "image/jpeg",
  png: "image/png",
  pdf: "application/pdf",
} as const;
export type PictureKind = keyof typeof pictureTypes;
export const pictureKinds = keysOf(pictureTypes);

export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;

/** The most attempts that a firm can allow, so that many used ones leave none whatever it sets. */
export const MOST_ATTEMPTS = 10;

export interface IdentityFacts {
  legalName: string;
  /** Days such as `1990-02-28`. */
  birthDate: string;
  country: string;
  city: string;
  street: string;
  houseNumber: string;
  documentKind: DocumentKind;
  /** `null` for a document that does not expire. */
  documentExpiresOn: string | null;
}

/** Returns the pictures that a document needs, in the order of the form. */
export function requiredSides(
  documentKind: DocumentKind,
  pictures: readonly ExtraPicture[],
): PictureSide[] {
  const isNeeded: Readonly<Record<PictureSide, boolean>> = {
    front: true,
    back: documentKind !== "passport",
    selfie: pictures.includes("selfie"),
    address: pictures.includes("address"),
  };
  return sideNames.filter((side) => isNeeded[side]);
}

/** Returns how many attempts are left of those that the firm allows. A recheck can leave more than none used. */
export const attemptsLeft = (allowed: number, used: number) => Math.max(0, allowed - used);

/** Returns the used attempts after one more was granted, even if more had been used than are allowed now. */
export const usedAfterGrant = (allowed: number, used: number) => Math.min(used, allowed) - 1;

/** Returns whether a person has an age of 18 to 120 years on a day. Both are days in UTC, such as `1990-02-28`. */
export function isOfAge(birthDate: string, today: string): boolean {
  return yearsBefore(today, 120) <= birthDate && birthDate <= yearsBefore(today, 18);
}

/** Compares as text: someone born on 29 February is older by a year on 1 March of other years. */
function yearsBefore(day: string, years: number): string {
  const year = Number(day.slice(0, 4)) - years;
  return `${String(year).padStart(4, "0")}${day.slice(4)}`;
}

/** Returns the day of a time in UTC, such as `2026-03-02`. */
export const utcDay = (time: Date) => time.toISOString().slice(0, 10);

/**
 * Returns when an approval ends: after so many months, or with the last day (UTC) of the document, whichever comes
 * first; `null` if it does not end.
 */
export function approvalEnd(
  approvedAt: Date,
  validMonths: number | null,
  documentExpiresOn: string | null,
): Date | null {
  const ends = [
    validMonths === null ? null : monthsAfter(approvedAt, validMonths),
    documentExpiresOn === null ? null : dayAfter(documentExpiresOn),
  ].filter((end) => end !== null);
  const first = Math.min(...ends.map((end) => end.getTime()));
  return ends.length === 0 ? null : new Date(first);
}

function dayAfter(day: string): Date {
  const end = new Date(`${day}T00:00:00.000Z`);
  end.setUTCDate(end.getUTCDate() + 1);
  return end;
}

/** A month without the day ends on its last one: a month after 31 January is 28 February. */
function monthsAfter(time: Date, months: number): Date {
  const end = new Date(time);
  end.setUTCMonth(end.getUTCMonth() + months);
  if (end.getUTCDate() !== time.getUTCDate()) end.setUTCDate(0);
  return end;
}
