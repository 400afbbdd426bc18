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

interface PicturesPanelProps {
  identity: Identity;
  /** The pictures that the identity needs. */
  needed: readonly PictureSide[];
}

/** The second step: a picture of each side, which is sent as soon as it is chosen. */
export function PicturesPanel({ identity, needed }: PicturesPanelProps) {
  const sides = sideNames.filter((side) => side !== "back" || identity.documentKind !== "passport");
  return (
    <Panel title="2. Pictures" subtitle="JPEG, PNG or PDF of at most 10 MB each">
      <FormFields>
        {sides.map((side) => (
          <PictureField
            key={side}
            side={side}
            identity={identity}
            isNeeded={needed.includes(side)}
          />
        ))}
      </FormFields>
    </Panel>
  );
}

interface PictureFieldProps {
  side: PictureSide;
  identity: Identity;
  isNeeded: boolean;
}

const hints: Readonly<Record<PictureSide, string>> = {
  front: "All corners visible, no flash",
  back: "All corners visible, no flash",
  selfie: "The firm asks for it: your face, without anything that covers it",
  address: "The firm asks for it: a bill or bank statement with your name and address",
};

function PictureField({ side, identity, isNeeded }: PictureFieldProps) {
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
            : isNeeded
              ? hints[side]
              : "Not needed"
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
