import { useState } from "react";
import {
  MAX_PICTURE_BYTES,
  type PictureSide,
  pictureSides,
  pictureTypes,
  sideNames,
} from "../../../src/business/traders/identity/identity.rule.ts";
import type { Identity } from "../../../src/business/traders/identity/identity.schema.ts";
import { showApiError } from "../../app/api-client/api-error.ts";
import { uploadForm } from "../../app/api-client/upload-form.ts";
import { UploadProgress } from "../../components/feedback/upload-progress.tsx";
import { FileField } from "../../components/field/file-field.tsx";
import { FormFields } from "../../components/forms/form-layout.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { formatMoment } from "../../domain/format/dates.ts";
import { trpc } from "../../trpc.ts";

/** The second step: a picture of each side, which is sent as soon as it is chosen. */
export function PicturesPanel({ identity }: { identity: Identity }) {
  const sides = sideNames.filter((side) => side !== "back" || identity.documentKind !== "passport");
  return (
    <Panel title="2. Pictures" subtitle="JPEG, PNG or PDF of at most 10 MB each">
      <FormFields>
        {sides.map((side) => (
          <PictureField key={side} side={side} identity={identity} />
        ))}
      </FormFields>
    </Panel>
  );
}

const optional: readonly PictureSide[] = ["selfie", "address"];

function PictureField({ side, identity }: { side: PictureSide; identity: Identity }) {
  const utils = trpc.useUtils();
  const [share, setShare] = useState<number>();
  const [error, setError] = useState<string>();
  const stored = identity.files.find((file) => file.side === side);

  async function send(file: File): Promise<void> {
    if (file.size > MAX_PICTURE_BYTES) return setError("A picture must not be larger than 10 MB");
    setError(undefined);
    setShare(0);
    const data = new FormData();
    data.append("side", side);
    data.append("file", file);
    try {
      const upload = { url: "/api/user/identity/files", data, procedure: "identity.addPicture" };
      await uploadForm(upload, { onProgress: setShare, signal: new AbortController().signal });
      await utils.trader.identity.invalidate();
    } catch (cause) {
      showApiError("The picture was not sent", cause);
    } finally {
      setShare(undefined);
    }
  }

  return (
    <div>
      <FileField
        label={pictureSides[side]}
        hint={
          stored
            ? `Sent on ${formatMoment(stored.uploadedAt)}. Another one replaces it.`
            : optional.includes(side)
              ? "Only if the firm asks for it"
              : "All corners visible, no flash"
        }
        error={error}
        accept={Object.values(pictureTypes).join(",")}
        capture={side === "selfie" ? "user" : "environment"}
        disabled={share !== undefined}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void send(file);
        }}
      />
      {share === undefined ? null : <UploadProgress share={share} afterwards="Checking..." />}
    </div>
  );
}
