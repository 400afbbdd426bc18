import type { PublishedKeys } from "../../../src/business/record/cases/case.schema.ts";

/** The keys of the demo firm whose case `sample-case.json` is: of an account that lost more than a day allows. */
export const sampleKeys: PublishedKeys = {
  keys: [
    {
      keyId: "dfb47vj-",
      algorithm: "Ed25519",
      publicKey: "mKYk3GoljwM1WL1JVz9svzzqlHMhNJRiwP1WYR7QQh0=",
    },
  ],
};

/** Loads a case for visitors who have none, with the keys that its signature is checked with. */
export async function loadSampleCase(): Promise<{ file: File; keys: PublishedKeys }> {
  const response = await fetch(new URL("./sample-case.json", import.meta.url));
  if (!response.ok) throw new Error(`The sample case was answered with ${response.status}.`);
  return { file: new File([await response.blob()], "sample-case.json"), keys: sampleKeys };
}
