import { useRef, useState } from "react";
import { Banner } from "../../components/feedback/banner.tsx";
import { DropZone } from "../../components/field/drop-zone.tsx";
import { Stack } from "../../components/page/stack.tsx";

interface Checked {
  fileName: string;
  result: "same" | "other" | "unreadable";
}

/** Compares a copy of the PDF in the browser; it is not uploaded. */
export function FileCheck({ sha256 }: { sha256: string }) {
  const [checked, setChecked] = useState<Checked>();
  const latest = useRef<File>(undefined);

  async function check(file: File) {
    latest.current = file;
    const result = await hashFile(file)
      .then((hash) => (hash === sha256 ? ("same" as const) : ("other" as const)))
      .catch(() => "unreadable" as const);
    // Ignores the result for a file that was replaced by another one in the meantime.
    if (latest.current === file) setChecked({ fileName: file.name, result });
  }

  return (
    <Stack>
      {canHash() ? (
        <DropZone
          label={checked ? "Choose another PDF" : "Compare a PDF"}
          hint="Drop the certificate here, or choose a file. It is compared in your browser: nothing is uploaded."
          accept=".pdf,application/pdf"
          onFile={(file) => void check(file)}
        />
      ) : (
        <Banner tone="neutral" title="A PDF can only be compared over HTTPS">
          <p>Compute its SHA-256 with another tool and compare it with the one above.</p>
        </Banner>
      )}
      <div aria-live="polite">{checked ? <Result {...checked} /> : null}</div>
    </Stack>
  );
}

function Result({ fileName, result }: Checked) {
  if (result === "same") {
    return (
      <Banner tone="good" title="The same file">
        <p>
          <b>{fileName}</b> is exactly the PDF that was issued.
        </p>
      </Banner>
    );
  }
  if (result === "other") {
    return (
      <Banner tone="bad" title="A different file">
        <p>
          <b>{fileName}</b> is not the PDF that was issued with this code. It may be another
          certificate or a modified one; a scan or a printed copy is always a different file.
        </p>
      </Banner>
    );
  }
  return (
    <Banner tone="neutral" title="The file could not be read">
      <p>Choose {fileName} again.</p>
    </Banner>
  );
}

/** `crypto.subtle` is only available on secure origins. */
const canHash = () => "subtle" in crypto;

async function hashFile(file: File): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
