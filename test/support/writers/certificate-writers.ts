import { createHash } from "node:crypto";
import { pdf } from "../pdf.ts";
import { isUnanswered, type Writing } from "./writing.ts";

/** Upload certificates. */
export function certificateWriters(writing: Writing) {
  const { administrator, writes } = writing;
  let counter = 0;

  const upload = () =>
    writing.withTrader(
      () => true,
      async ({ id: traderId }) => {
        const file = pdf(2000 + ((counter += 1) % 1000));
        const form = certificateForm(traderId, file);
        const response = await writing.send(administrator.post("/api/admin/certificates", form));
        if (isUnanswered(response)) writes.orphanFiles += 1;
        if (response?.status !== 201) return;
        const { id } = response.json<{ id: number }>();
        const sha256 = createHash("sha256").update(file).digest("hex");
        writes.certificates.set(id, { id, traderId, sha256 });
      },
    );

  return { upload };
}

function certificateForm(traderId: number, file: Buffer): FormData {
  const form = new FormData();
  form.set("name", "Phase 1 completed");
  form.set("userId", String(traderId));
  const blob = new Blob([new Uint8Array(file)], { type: "application/pdf" });
  form.set("certificateFile", blob, "certificate.pdf");
  return form;
}
