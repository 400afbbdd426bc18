import type { Browser } from "./http.ts";
import { multipart } from "./pdf.ts";

/** What a trader enters about their identity. */
export const identityFacts = {
  legalName: "Olivia Anne Bennett",
  birthDate: "1990-02-28",
  country: "uk",
  city: "London",
  street: "Mill Street",
  houseNumber: "12",
  documentKind: "passport",
  documentExpiresOn: null as string | null,
};

/** Starts like a PNG. */
export const passport = Buffer.from("\u0089PNG\r\n\u001a\n of Olivia's passport", "latin1");

export const saveIdentity = (trader: Browser, changes: Partial<typeof identityFacts> = {}) =>
  trader.put("/api/user/identity", { ...identityFacts, ...changes });

/** The name and the type that the client declares do not matter. */
export const uploadPicture = (trader: Browser, side = "front", value: Buffer | string = passport) =>
  trader.send({
    method: "POST",
    url: "/api/user/identity/files",
    ...multipart([
      { name: "side", value: side },
      { name: "file", filename: "a.exe", type: "text/plain", value },
    ]),
  });

export const submitDraft = (trader: Browser) => trader.post("/api/user/identity/submit");

/** Submits an identity with a picture. @returns its id */
export async function submitIdentity(
  trader: Browser,
  changes: Partial<typeof identityFacts> = {},
): Promise<number> {
  await saveIdentity(trader, changes);
  await uploadPicture(trader);
  const response = await submitDraft(trader);
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`);
  return response.json<{ id: number }>().id;
}
