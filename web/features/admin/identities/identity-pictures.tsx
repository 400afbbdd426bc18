import Box from "@mui/material/Box";
import { useState } from "react";
import { pictureSides } from "../../../../src/business/traders/identity/identity.rule.ts";
import type { IdentityPicture } from "../../../../src/business/traders/identity/identity.schema.ts";
import { Button } from "../../../components/button/button.tsx";
import { MessageView } from "../../../components/feedback/message-view.tsx";
import { Panel } from "../../../components/panel/panel.tsx";

interface PicturesProps {
  files: readonly IdentityPicture[];
  /** Loads the pictures at once. The audit log records each view, so decided ones are loaded when they are asked for. */
  areShown: boolean;
}

/** The pictures of an identity. */
export function IdentityPictures({ files, areShown }: PicturesProps) {
  if (files.length === 0) {
    return <MessageView title="No pictures" text="They were removed, or never sent." />;
  }
  return (
    <Box sx={{ display: "grid", gap: 2.5, minWidth: 0 }}>
      {files.map((file) => (
        <Picture key={file.id} file={file} isShownFirst={areShown} />
      ))}
    </Box>
  );
}

const addressOf = (id: number) => `/api/admin/identity-files/${id}/file`;

function Picture({ file, isShownFirst }: { file: IdentityPicture; isShownFirst: boolean }) {
  const { id, side, type } = file;
  const title = pictureSides[side];
  const [isShown, setShown] = useState(isShownFirst);
  if (type === "application/pdf") {
    return (
      <Panel
        title={title}
        subtitle="A PDF is only downloaded, because it may contain scripts."
        aside={
          <Box component="a" href={addressOf(id)} sx={{ textDecoration: "underline" }}>
            Download PDF
          </Box>
        }
      >
        {null}
      </Panel>
    );
  }
  if (isShown) return <ShownPicture id={id} title={title} />;
  return (
    <Panel
      title={title}
      subtitle="The audit log records the view."
      aside={
        <Button size="small" aria-label={`Show ${title}`} onClick={() => setShown(true)}>
          Show
        </Button>
      }
    >
      {null}
    </Panel>
  );
}

function ShownPicture({ id, title }: { id: number; title: string }) {
  const [quarters, setQuarters] = useState(0);
  const [isLarge, setLarge] = useState(false);
  const [isBroken, setBroken] = useState(false);
  return (
    <Panel
      title={title}
      aside={
        <Box sx={{ display: "flex", gap: 1 }}>
          <Button
            size="small"
            aria-label={`Turn ${title}`}
            onClick={() => setQuarters((turned) => turned + 1)}
          >
            Turn
          </Button>
          <Button
            size="small"
            aria-label={`Zoom ${title}`}
            aria-pressed={isLarge}
            onClick={() => setLarge(!isLarge)}
          >
            {isLarge ? "Fit" : "Zoom"}
          </Button>
        </Box>
      }
    >
      {isBroken ? (
        <p>The picture cannot be shown. It is damaged, or was removed meanwhile.</p>
      ) : (
        // The keyboard scrolls it while it has the focus.
        <Box tabIndex={0} role="group" aria-label={title} sx={frameLook}>
          <Box
            component="img"
            src={addressOf(id)}
            alt={title}
            onError={() => setBroken(true)}
            sx={{
              display: "block",
              width: isLarge ? "250%" : "100%",
              // A square, so that a picture that is turned takes the same place.
              aspectRatio: "1",
              objectFit: "contain",
              rotate: `${quarters * 90}deg`,
            }}
          />
        </Box>
      )}
    </Panel>
  );
}

const frameLook = {
  overflow: "auto",
  width: "100%",
  maxWidth: "min(100%, 75vh)",
  marginInline: "auto",
  aspectRatio: "1",
  background: "var(--hover)",
};
