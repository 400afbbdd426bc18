import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { MailSettings } from "../../../src/business/firm/mails/mail.schema.ts";
import { useAdminOutcome } from "../../app/api-client/use-admin-outcome.ts";
import { Button } from "../../components/button/button.tsx";
import { Opened } from "../../components/dialog/opened.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { Checkbox } from "../../components/field/checkbox.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { useRefusal } from "../../app/session/use-may.ts";
import { trpc } from "../../trpc.ts";
import { useCallback, useState } from "react";
import { Choice } from "../../components/choice/choice.tsx";
import { ViewDialog } from "../../components/dialog/view-dialog.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";

const softLook = { color: "text.secondary", fontSize: "var(--text-sm)" };
const listLook = {
  m: 0,
  p: 0,
  listStyle: "none",
  "& > li": {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) auto auto",
    alignItems: "center",
    gap: "0.75rem 1rem",
    py: 1.25,
    borderBlockStart: "1px solid var(--line)",
  },
};
const previewLook = {
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  justifyItems: "start",
  gap: 2,
  "& dl": { inlineSize: "100%" },
};
const frameLook = {
  inlineSize: "100%",
  border: "1px solid var(--line)",
  borderRadius: "var(--radius)",
};
const textLook = {
  ...frameLook,
  p: 2,
  background: "var(--ground)",
  fontSize: "var(--text-sm)",
  whiteSpace: "pre-wrap",
  overflowWrap: "anywhere",
};

type MailSetting = MailSettings["mails"][number];

/** Shows which emails are sent, with a preview of each. */
export function MailsPanel() {
  const settings = trpc.admin.settings.mails.get.useQuery(undefined, { refetchOnMount: "always" });
  const dialog = useDialog<MailSetting>();
  return (
    <Panel
      title="Emails"
      subtitle="Traders see the same content under Notices, whether or not it is emailed."
    >
      <Loaded query={settings} noun="the emails" skeleton={6}>
        {({ mails }) => (
          <Box component="ul" sx={listLook}>
            {mails.map((mail) => (
              <li key={mail.kind}>
                <MailName {...mail} />
                <SentSwitch mail={mail} />
                <Button
                  size="small"
                  aria-label={`Preview of ${mail.label}`}
                  onClick={() => dialog.open(mail)}
                >
                  Preview
                </Button>
              </li>
            ))}
          </Box>
        )}
      </Loaded>
      <Opened dialog={dialog}>
        {(frame, mail) => <MailPreviewDialog {...frame} mail={mail} />}
      </Opened>
    </Panel>
  );
}

function MailName({ label, when }: MailSetting) {
  return (
    <div>
      <strong>{label}</strong>
      <Typography sx={softLook}>{`Sent ${when}`}</Typography>
    </div>
  );
}

/** The label is for screen readers only, because the row already shows the same text. */
function SentSwitch({ mail }: { mail: MailSetting }) {
  const refusal = useRefusal("settings.write");
  const { succeeded, failed } = useAdminOutcome();
  const { get } = trpc.useUtils().admin.settings.mails;
  const save = trpc.admin.settings.mails.set.useMutation({
    onSuccess: (saved) => {
      // The checkbox can be used again at once, not only after the page has fetched its data again.
      get.setData(undefined, saved);
      const isSent = saved.mails.find(({ kind }) => kind === mail.kind)?.isSent;
      void succeeded(`${mail.label} ${isSent ? "switched on" : "switched off"}`);
    },
    onError: (error) => failed("Update failed", error),
  });
  if (mail.isAlwaysSent) return <Typography sx={softLook}>Always</Typography>;
  return (
    <Checkbox
      label={`Send: ${mail.label}`}
      isLabelHidden
      checked={save.isPending ? save.variables.isSent : mail.isSent}
      disabled={refusal !== undefined || save.isPending}
      title={refusal}
      onChange={({ target }) => save.mutate({ kind: mail.kind, isSent: target.checked })}
    />
  );
}

interface MailPreviewDialogProps {
  mail: MailSettings["mails"][number];
  isOpen: boolean;
  onClose: () => void;
}

const parts = { html: "HTML", text: "Text" } as const;

/** Previews a sample email in the firm's brand, with and without HTML. */
function MailPreviewDialog({ mail, isOpen, onClose }: MailPreviewDialogProps) {
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
          <Box sx={previewLook}>
            <Facts>
              <Fact name="From">{from}</Fact>
              <Fact name="Subject">{subject}</Fact>
            </Facts>
            <Choice name="Part of the email" options={parts} selected={part} onSelect={setPart} />
            {part === "html" ? (
              <MailFrame title={`Preview of ${mail.label}`} html={html} />
            ) : (
              <Box component="pre" sx={textLook}>
                {text}
              </Box>
            )}
          </Box>
        )}
      </Loaded>
    </ViewDialog>
  );
}

/**
 * Shows an email in a frame that runs no scripts. The frame inherits the page's Content-Security-Policy, which blocks
 * inline styles, so styles are set through the CSSOM.
 */
function MailFrame({ title, html }: { title: string; html: string }) {
  const [height, setHeight] = useState(400);
  const show = useCallback(
    (frame: HTMLIFrameElement | null) => {
      const page = frame?.contentDocument;
      if (!page) return;
      fill(page, html);
      const measure = () => setHeight(page.body.scrollHeight);
      measure();
      for (const image of page.images) image.addEventListener("load", measure);
    },
    [html],
  );
  return (
    <Box
      component="iframe"
      ref={show}
      title={title}
      sandbox="allow-same-origin"
      sx={frameLook}
      height={height}
    />
  );
}

function fill(page: Document, html: string): void {
  const parsed = new DOMParser().parseFromString(
    html.replaceAll(' style="', ' data-style="').replace(/<style>.*<\/style>/, ""),
    "text/html",
  );
  const body = page.importNode(parsed.body, true);
  for (const element of [body, ...body.querySelectorAll<HTMLElement>("[data-style]")]) {
    element.style.cssText = element.dataset.style ?? "";
  }
  // A link would open inside the frame.
  for (const link of body.querySelectorAll("a")) link.removeAttribute("href");
  page.documentElement.lang = "en";
  page.body.replaceWith(body);
  const [, rules = ""] = /<style>(.*)<\/style>/.exec(html) ?? [];
  const sheet = new page.defaultView!.CSSStyleSheet();
  sheet.replaceSync(rules);
  page.adoptedStyleSheets = [sheet];
}
