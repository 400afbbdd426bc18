import Box from "@mui/material/Box";
import { useCallback, useState } from "react";
import type { MailSettings } from "../../../../src/business/office/mails/mail.schema.ts";
import { type DialogProps, withSubject } from "../../../app/dialogs.tsx";
import { Button } from "../../../components/button/button.tsx";
import { Choice } from "../../../components/choice/choice.tsx";
import { ViewDialog } from "../../../components/dialog/view-dialog.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { Fact, Facts } from "../../../components/panel/facts.tsx";
import { trpc } from "../../../trpc.ts";

const useMail = (kind: string) =>
  trpc.admin.settings.mails.get.useQuery(undefined, {
    select: ({ mails }) => mails.find((mail) => mail.kind === kind) ?? null,
  });

export const MailPreviewDialog = withSubject(useMail, "email", MailPreview);

interface MailPreviewProps extends DialogProps {
  subject: MailSettings["mails"][number];
}

const parts = { html: "HTML", text: "Text" } as const;

/** Previews a sample email in the firm's brand, with and without HTML. */
function MailPreview({ subject: mail, isOpen, onClose }: MailPreviewProps) {
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
