import { z } from "zod";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";

const proof = z.object({ password: z.string(), code: z.string().trim() });

/** The form of a dialog that asks for proof of identity. One of the two fields stays empty. */
export function useProofForm() {
  return useSchemaForm(proof, { password: "", code: "" });
}

export type ProofForm = ReturnType<typeof useProofForm>;
