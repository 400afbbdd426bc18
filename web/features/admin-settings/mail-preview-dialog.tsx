import { useState } from "react";
import type { MailSettings } from "../../../src/business/firm/mails/mail.schema.ts";
import { Button } from "../../components/button/button.tsx";
import { Choice } from "../../components/choice/choice.tsx";
import { ViewDialog } from "../../components/dialog/view-dialog.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { trpc } from "../../trpc.ts";
import { MailFrame } from "./mail-frame.tsx";
import styles from "./settings.module.css";

interface MailPreviewDialogProps {
  mail: MailSettings["mails"][number];
  isOpen: boolean;
  onClose: () => void;
}

const parts = { html: "HTML", text: "Text" } as const;

/** Previews a sample email in the firm's brand, with and without HTML. */
export function MailPreviewDialog({ mail, isOpen, onClose }: MailPreviewDialogProps) {
  const [part, setPart] = useState<keyof typeof parts>("html");
  const preview = trpc.admin.settings.mails.preview.useQuery({ kind: mail.kind });
  return (
    <ViewDialog
      title={mail.label}
      isOpen={isOpen}
      onClose={onClose}
      size="md"
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <Loaded query={preview} noun="the email" skeleton={6}>
        {({ from, subject, text, html }) => (
          <div className={styles.preview}>
            <Facts>
              <Fact name="From">{from}</Fact>
              <Fact name="Subject">{subject}</Fact>
            </Facts>
            <Choice name="Part of the email" options={parts} selected={part} onSelect={setPart} />
            {part === "html" ? (
              <MailFrame title={`Preview of ${mail.label}`} html={html} />
            ) : (
              <pre className={styles.text}>{text}</pre>
            )}
          </div>
        )}
      </Loaded>
    </ViewDialog>
  );
}
